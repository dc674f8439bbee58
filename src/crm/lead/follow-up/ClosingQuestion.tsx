import { type KeyboardEvent, useEffect, useRef } from 'react';
import { LOST_REASONS, type LostReason } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { BILLINGS, type Billing, PLANS } from '~/shared/leads/plans';
import { describePlan } from '~/shared/leads/values';
import { closingStrings as strings } from '~/shared/strings/lead/closing';
import { leadStrings } from '~/shared/strings/leads';
import { focusFirstChoice, PopoverTitle } from '../../ui/Popover';
import { type ListMutations, leadMutations } from '../lead-mutations';
import { CHOICE } from '../StatusChoices';
import type { ClosingStatus } from './follow-up-state';

const { billings, lostReasons } = leadStrings;

type Sold = { plan: string; billing: Billing };

type Props = {
  closing: ClosingStatus;
  /** Id for the title shown here, if the question has none yet. */
  titleId?: string;
  lead: Lead;
  badge: HTMLElement;
  mutations: ListMutations;
  onClose: () => void;
};

/** The follow-up question to a status choice. Answering or skipping it closes the popover. */
export function ClosingQuestion({ closing, titleId, lead, badge, mutations, onClose }: Props) {
  const { setLostReason, recordSale } = leadMutations(mutations);
  function answer(work: () => void) {
    onClose();
    work();
  }
  return (
    <>
      {titleId && (
        <PopoverTitle id={titleId} about={lead.nombre}>
          {strings.asks[closing]}
        </PopoverTitle>
      )}
      {closing === 'perdido' ? (
        <LostReasonChoices onChoose={(reason) => answer(() => reason && void setLostReason(lead, reason, badge))} />
      ) : (
        <SoldPlanChoices
          lead={lead}
          onChoose={(sold) =>
            answer(() => sold && void recordSale(lead, sold, leadStrings.plan.soldAs(describePlan(sold) ?? '')))
          }
        />
      )}
    </>
  );
}

/** Moves the focus to the first choice, because the pressed status is gone; not if the user has moved on meanwhile. */
function useFirstFocus() {
  const choices = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const hasGoneOn = document.activeElement?.matches('input, textarea, .toasts, .toasts *');
    if (choices.current && !hasGoneOn) focusFirstChoice(choices.current);
  }, []);
  return choices;
}

/** Why a lead was lost, or null to skip it. */
export function LostReasonChoices({ onChoose }: { onChoose: (reason: LostReason | null) => void }) {
  return (
    <div ref={useFirstFocus()} className="grid gap-0.5">
      {LOST_REASONS.map((reason) => (
        <button key={reason} type="button" onClick={() => onChoose(reason)} className={CHOICE}>
          {lostReasons[reason]}
        </button>
      ))}
      <button type="button" onClick={() => onChoose(null)} className={`${CHOICE} text-ink-soft`}>
        {strings.skipReason}
      </button>
    </div>
  );
}

const ACROSS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
const DOWN: Record<string, number> = { ArrowDown: BILLINGS.length, ArrowUp: -BILLINGS.length };

/**
 * Which plan was sold and how it is paid, in one press on its price, or null to skip it. The focus starts on the plan
 * the lead wants, if known.
 */
function SoldPlanChoices({ lead, onChoose }: { lead: Lead; onChoose: (sold: Sold | null) => void }) {
  const table = useFirstFocus();

  /** Arrow keys as in a grid; the popover's own go from button to button. */
  function move(event: KeyboardEvent) {
    const buttons = [...(table.current?.querySelectorAll('button') ?? [])];
    const by = ACROSS[event.key] ?? DOWN[event.key];
    const target = by && buttons[buttons.indexOf(document.activeElement as HTMLButtonElement) + by];
    if (!target) return;
    event.preventDefault();
    event.stopPropagation();
    target.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: moves the focus between its buttons
    <div ref={table} onKeyDown={move} className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-center gap-1 px-1">
      <span aria-hidden="true" className="px-1.5 text-sm text-ink-faint">
        {strings.monthly}
      </span>
      {BILLINGS.map((billing) => (
        <span key={billing} aria-hidden="true" className="text-center text-sm text-ink-soft">
          {billings[billing]}
        </span>
      ))}
      {PLANS.map(({ id, name, prices }) => (
        <div key={id} className={`contents ${id === lead.plan ? 'font-semibold' : ''}`}>
          <span className="px-1.5 wrap-anywhere">{name}</span>
          {BILLINGS.map((billing) => {
            const isWanted = id === lead.plan && billing === (lead.billing ?? BILLINGS[0]);
            return (
              <button
                key={billing}
                data-likely={isWanted || undefined}
                type="button"
                aria-label={strings.price(name, billings[billing], prices[billing])}
                aria-pressed={isWanted}
                onClick={() => onChoose({ plan: id, billing })}
                className="min-h-9 min-w-[min(3.5rem,18vw)] rounded-lg px-1 text-center tabular-nums ring-1 ring-sand-line ring-inset hover:bg-petrol-haze focus-visible:bg-petrol-haze aria-pressed:bg-petrol-mist aria-pressed:ring-petrol pointer-coarse:min-h-11"
              >
                {prices[billing]}
              </button>
            );
          })}
        </div>
      ))}
      <button
        type="button"
        onClick={() => onChoose(null)}
        className={`${CHOICE} col-span-full min-w-0! px-1.5! text-ink-soft`}
      >
        {strings.skipPlan}
      </button>
    </div>
  );
}
