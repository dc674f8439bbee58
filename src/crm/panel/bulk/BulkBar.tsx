import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { BulkInput } from '~/shared/leads/bulk';
import { describeNextContact } from '~/shared/leads/describe-day';
import { LEAD_STATUSES, type LeadStatus, type LostReason } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/schema';
import { leadActs } from '~/shared/strings/lead/acts';
import { saleStrings } from '~/shared/strings/lead/sale';
import { leadStrings } from '~/shared/strings/leads';
import { manyStrings as strings } from '~/shared/strings/panel/bulk';
import { NextContactChoice } from '../../lead/follow-up/NextContactChoice';
import { CHOICE } from '../../lead/StatusChoices';
import { Reasons } from '../../lead/StatusStep';
import { badgeClass } from '../../ui/Badge';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Dialog';
import { Icon, type IconName } from '../../ui/Icon';
import { Popover } from '../../ui/Popover';
import { STATUS_TONES } from '../../ui/status-tones';
import { BulkProgress } from './BulkProgress';
import { LastActBar } from './LastActBar';
import { type BulkTarget, useBulkRun } from './useBulkRun';
import type { Chosen } from './useChosen';

type Choice = 'status' | 'reason' | 'later' | 'assign' | 'nextContact';
type Next = Pick<BulkInput['change'], 'next_contact_on' | 'next_contact_at'>;
const UNPLANNED = { next_contact_on: null, next_contact_at: null };

type Props = {
  chosen: Chosen;
  /** Rows in sight, and leads that match. */
  rows: number;
  total: number;
  /** The list's filters as of now, and the last event it knows of. */
  filters: LeadFilters;
  asOf: number;
  staff: readonly Colleague[];
  userId: string;
  today: string;
  isRemoving: boolean;
  onRemoving: (isRemoving: boolean) => void;
  onOpen: (leadId: number) => void;
};

/** Actions on the chosen leads, at the list's lower edge; during one, its progress. */
export function BulkBar(props: Props) {
  const { chosen, rows, total, filters, asOf, userId, isRemoving, onRemoving, onOpen } = props;
  const { run, change, stop, last, undoLast, forgetLast } = useBulkRun(userId);
  /** The target as of the question: the list may change while somebody reads it. */
  const asked = useRef<BulkTarget>(undefined);
  const bar = useRef<HTMLDivElement>(null);
  const count = chosen.isAll ? total : chosen.ids.size;

  function aim(): BulkTarget {
    const whom = chosen.isAll ? { filter: filters } : { ids: [...chosen.ids] };
    return { ...whom, as_of: asOf, total: count };
  }

  async function work(target: BulkTarget, what: BulkInput['change'], say: (count: number) => string) {
    const isHere = bar.current?.contains(document.activeElement);
    const done = change(target, what, say);
    chosen.end();
    // The pressed button goes with the selection.
    if (isHere) document.getElementById('recientes')?.focus({ preventScroll: true });
    await done;
  }

  if (run) return <BulkProgress run={run} onStop={stop} />;
  if (count === 0 && !chosen.isOpen) {
    const leave = (work: () => void) => () => {
      work();
      document.getElementById('recientes')?.focus({ preventScroll: true });
    };
    return (
      last && <LastActBar act={last} onUndo={leave(undoLast)} onOpen={onOpen} onDismiss={leave(forgetLast)} />
    );
  }
  return (
    <>
      <div ref={bar} className="bulk-bar">
        <div className="bulk-count">
          <p role="status" className="font-semibold tabular-nums">
            {count === 0 ? strings.none : strings.count(count)}
          </p>
          {!chosen.isWhole && (
            <button type="button" onClick={() => chosen.chooseRows()} className="bulk-more lg:hidden">
              {strings.all}
            </button>
          )}
          {chosen.isWhole && !chosen.isAll && total > rows && (
            <button type="button" onClick={() => chosen.chooseRows(true)} className="bulk-more">
              {strings.allThatMatch(total)}
            </button>
          )}
          <Button
            look="ghost"
            size="icon"
            aria-label={strings.clear}
            onClick={() => {
              chosen.end();
              document.getElementById('recientes')?.focus({ preventScroll: true });
            }}
            className="ml-auto"
          >
            <Icon name="close" />
          </Button>
        </div>
        {count > 0 && (
          <Actions
            {...props}
            onChange={(what, say) => void work(aim(), what, say)}
            onRemove={() => {
              asked.current = aim();
              onRemoving(true);
            }}
          />
        )}
      </div>
      {isRemoving && asked.current && (
        <ConfirmDialog
          title={strings.removal.title(asked.current.total)}
          text={strings.removal.text}
          confirmLabel={strings.remove}
          onConfirm={() => {
            onRemoving(false);
            if (asked.current) void work(asked.current, { deleted: true }, strings.removed);
          }}
          onClose={() => onRemoving(false)}
        />
      )}
    </>
  );
}

function Actions({
  staff,
  userId,
  today,
  onChange,
  onRemove,
}: Props & {
  onChange: (what: BulkInput['change'], say: (count: number) => string) => void;
  onRemove: () => void;
}) {
  const [open, setOpen] = useState<{ choice: Choice; anchor: HTMLElement } | null>(null);
  const owners = [...staff, { id: null, name: leadStrings.owner.nobody }];

  function choose(what: BulkInput['change'], say: (count: number) => string) {
    setOpen(null);
    onChange(what, say);
  }

  function move(estado: LeadStatus, lost_reason: LostReason | null, next?: Next) {
    const what = { estado, ...(lost_reason && { lost_reason }), ...(next?.next_contact_on && next) };
    choose(what, (count) => strings.moved(count, leadStrings.statuses[estado]));
  }

  const choices: Record<Choice, ReactNode> = {
    status: (
      <div className="grid gap-0.5">
        {LEAD_STATUSES.map((estado) => (
          <button
            key={estado}
            type="button"
            onClick={() =>
              estado === 'perdido' ? setOpen(open && { ...open, choice: 'reason' }) : move(estado, null)
            }
            className={CHOICE}
          >
            <span className={badgeClass(STATUS_TONES[estado])}>{leadStrings.statuses[estado]}</span>
          </button>
        ))}
      </div>
    ),
    reason: (
      <Reasons
        onChoose={(reason) =>
          reason === 'mas_adelante' ? setOpen(open && { ...open, choice: 'later' }) : move('perdido', reason)
        }
      />
    ),
    later: (
      <NextContactChoice
        lead={{ estado: 'perdido', ...UNPLANNED }}
        today={today}
        mayClear
        onChoose={(next) => move('perdido', 'mas_adelante', next)}
      />
    ),
    assign: (
      <div className="grid max-h-72 gap-0.5 overflow-y-auto">
        {owners.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            onClick={() =>
              choose({ owner_id: id }, (count) =>
                id === null ? strings.givenBack(count) : strings.moved(count, name),
              )
            }
            className={CHOICE}
          >
            {id === userId ? leadActs.owner.you(name) : name}
          </button>
        ))}
      </div>
    ),
    nextContact: (
      <NextContactChoice
        lead={{ estado: 'contactado', ...UNPLANNED }}
        today={today}
        mayClear
        onChoose={(next) => {
          const when = describeNextContact(next, today);
          choose(next, (count) => (when === null ? strings.unplanned(count) : strings.planned(count, when)));
        }}
      />
    ),
  };
  const titles = {
    status: leadStrings.changeStatusTo,
    reason: saleStrings.asks.perdido,
    later: leadActs.nextContact.question,
    assign: strings.assignTo,
    nextContact: strings.nextContact,
  };
  const opens = (choice: Exclude<Choice, 'reason' | 'later'>, icon: IconName) => (
    <button
      type="button"
      aria-haspopup="dialog"
      aria-expanded={open?.choice === choice}
      onClick={({ currentTarget }) => setOpen({ choice, anchor: currentTarget })}
    >
      <Icon name={icon} />
      {strings[choice]}
    </button>
  );
  return (
    <div role="toolbar" aria-label={strings.toolbar} onKeyDown={moveFocus} className="bulk-actions">
      {opens('status', 'list')}
      {opens('assign', 'person')}
      {opens('nextContact', 'clock')}
      <button type="button" onClick={onRemove} className="bulk-remove">
        <Icon name="trash" />
        {strings.remove}
      </button>
      {open && (
        <Popover
          key={open.choice}
          anchor={open.anchor}
          title={titles[open.choice]}
          wide={open.choice === 'nextContact' || open.choice === 'later'}
          onClose={() => setOpen(null)}
        >
          {choices[open.choice]}
        </Popover>
      )}
    </div>
  );
}

/** Arrow keys move within a toolbar. */
function moveFocus({ key, currentTarget, target }: KeyboardEvent<HTMLElement>) {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[key];
  const buttons = [...currentTarget.querySelectorAll<HTMLElement>(':scope > button')];
  const index = buttons.indexOf(target as HTMLElement);
  if (by !== undefined && index !== -1) buttons.at((index + by) % buttons.length)?.focus();
}
