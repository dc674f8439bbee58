import { useEffect, useId, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { isDay } from '~/shared/leads/days';
import { LOST_REASONS, type LostReason } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { BILLINGS, PLANS } from '~/shared/leads/plans';
import { leadActs } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { ChosenFact, Fact } from '../facts/Fact';
import type { LeadActions } from '../lead-actions';
import { dayChoices } from './day-choices';

const { nextContact, owner: ownerStrings, plan: planStrings, billings } = leadStrings;

type Choice = Pick<Lead, 'plan' | 'billing'>;

/** Debounce: typing a date passes through others. */
const TYPING_MS = 700;

type FieldProps = { lead: Lead; panel: LeadActions };

/** When to contact a lead next: a day, and optionally an hour. Somebody else's plan shows at once. */
export function NextContactField(props: FieldProps & { today: string }) {
  const { next_contact_on, next_contact_at } = props.lead;
  return <DayAndHour key={`${next_contact_on} ${next_contact_at}`} {...props} />;
}

function DayAndHour({ lead, today, panel }: FieldProps & { today: string }) {
  const [day, setDay] = useState(lead.next_contact_on ?? '');
  const [hour, setHour] = useState(lead.next_contact_at ?? '');
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function plan(next_contact_on: string | null, next_contact_at: string | null) {
    clearTimeout(timer.current);
    if (next_contact_on === lead.next_contact_on && next_contact_at === lead.next_contact_at) return;
    void panel.planContact(lead, { next_contact_on, next_contact_at });
  }

  /** An incomplete day is not saved; an emptied field clears the date on blur. */
  function settle(nextDay: string, nextHour: string) {
    if (isDay(nextDay)) plan(nextDay, nextHour || null);
  }

  function type(nextDay: string, nextHour: string) {
    setDay(nextDay);
    setHour(nextHour);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(nextDay, nextHour), TYPING_MS);
  }

  return (
    <Fact
      name={nextContact.title}
      id={id}
      below={
        <>
          {dayChoices(today, lead).map(({ label, day: choice }) => (
            <Button
              key={label}
              size="small"
              aria-pressed={choice === lead.next_contact_on}
              onClick={() => plan(choice, null)}
              className="aria-pressed:bg-petrol-mist aria-pressed:text-petrol-dark"
            >
              {label}
            </Button>
          ))}
          {lead.next_contact_on && (
            <Button size="small" look="ghost" onClick={() => plan(null, null)} className="-mx-1.5">
              {leadActs.nextContact.none}
            </Button>
          )}
        </>
      }
    >
      <div className="flex flex-wrap gap-x-4">
        <input
          id={id}
          type="date"
          value={day}
          max="2099-12-31"
          onChange={(event) => type(event.target.value, hour)}
          onBlur={() => settle(day, hour)}
          className="fact-value"
        />
        {isDay(day) && (
          <input
            type="time"
            aria-label={leadActs.nextContact.hour}
            value={hour}
            onChange={(event) => type(day, event.target.value)}
            onBlur={() => settle(day, hour)}
            className="fact-value"
          />
        )}
      </div>
    </Fact>
  );
}

/** A lead's owner. */
export function OwnerField({
  lead,
  userId,
  staff,
  panel,
}: FieldProps & { userId: string; staff: readonly Colleague[] }) {
  const isKnown = staff.some(({ id }) => id === lead.owner_id);
  return (
    <ChosenFact
      name={ownerStrings.title}
      value={lead.owner_id}
      onChoose={(id) => void panel.assign(lead, id)}
      beside={
        lead.owner_id !== userId && (
          <Button size="small" look="ghost" className="-ml-2" onClick={() => void panel.assign(lead, userId)}>
            {dialog.take}
          </Button>
        )
      }
    >
      <option value="">{ownerStrings.nobody}</option>
      {lead.owner_id && !isKnown && (
        <option value={lead.owner_id}>{dialog.left(lead.owner_name ?? dialog.someone)}</option>
      )}
      {staff.map(({ id, name }) => (
        <option key={id} value={id}>
          {id === userId ? leadActs.owner.you(name) : name}
        </option>
      ))}
    </ChosenFact>
  );
}

/** Why a lead was lost. */
export function LostReasonField({ lead, panel }: FieldProps) {
  return (
    <ChosenFact
      name={leadFields.lost_reason}
      value={lead.lost_reason}
      onChoose={(reason) => void panel.explainLoss(lead, reason as LostReason | null)}
    >
      <option value="">{unset}</option>
      {LOST_REASONS.map((reason) => (
        <option key={reason} value={reason}>
          {leadStrings.lostReasons[reason]}
        </option>
      ))}
    </ChosenFact>
  );
}

/** The plan the person wants, and how they would pay. */
export function PlanField({ lead, panel }: FieldProps) {
  const { plan, billing } = lead;
  const chosen = PLANS.find(({ id }) => id === plan);
  return (
    <>
      <ChosenFact
        name={planStrings.title}
        value={plan}
        onChoose={(next) =>
          void panel.choosePlan(lead, { plan: next, billing: next && (billing ?? 'anual') } as Choice)
        }
      >
        <option value="">{leadActs.noPlan}</option>
        {plan && !chosen && <option value={plan}>{plan}</option>}
        {PLANS.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </ChosenFact>
      {plan && (
        <ChosenFact
          name={leadFields.billing}
          value={billing}
          onChoose={(next) => void panel.choosePlan(lead, { plan, billing: next } as Choice)}
          beside={
            chosen &&
            billing && (
              <span className="text-sm text-ink-soft tabular-nums">
                {planStrings.monthly(chosen.prices[billing])}
              </span>
            )
          }
        >
          {!billing && <option value="">{leadActs.noPlan}</option>}
          {BILLINGS.map((choice) => (
            <option key={choice} value={choice}>
              {billings[choice]}
            </option>
          ))}
        </ChosenFact>
      )}
    </>
  );
}
