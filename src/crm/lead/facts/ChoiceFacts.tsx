import { useEffect, useId, useRef, useState } from 'react';
import { isDay } from '~/shared/leads/days';
import { LOST_REASONS, type LostReason } from '~/shared/leads/enums';
import { LEAD_FIELDS } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { BILLINGS, PLANS } from '~/shared/leads/plans';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { unset } from '~/shared/strings/lead/fields';
import { peopleStrings } from '~/shared/strings/lead/presence';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Dialog';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { dayChoices } from '../follow-up/day-choices';
import { useOpenLead } from '../open-lead';
import { ChosenFact, FactFrame } from './FactFrame';

const { nextContact, owner: ownerStrings, plan: planStrings, billings } = leadStrings;
const { takeOver } = peopleStrings;

type Choice = Pick<Lead, 'plan' | 'billing'>;

/** Debounce: typing a date passes through others. */
const DEBOUNCE_MS = 700;

/** When to contact a lead next: a day, and optionally an hour. Somebody else's plan shows at once. */
export function NextContactField() {
  const { next_contact_on, next_contact_at } = useOpenLead().lead;
  return <DayAndHour key={`${next_contact_on} ${next_contact_at}`} />;
}

function DayAndHour() {
  const { lead, today, mutations } = useOpenLead();
  const [day, setDay] = useState(lead.next_contact_on ?? '');
  const [hour, setHour] = useState(lead.next_contact_at ?? '');
  const id = useId();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function plan(next_contact_on: string | null, next_contact_at: string | null) {
    clearTimeout(timer.current);
    if (next_contact_on === lead.next_contact_on && next_contact_at === lead.next_contact_at) return;
    void mutations.planContact(lead, { next_contact_on, next_contact_at });
  }

  /** An incomplete day is not saved; an emptied field clears the date on blur. */
  function settle(nextDay: string, nextHour: string) {
    if (isDay(nextDay)) plan(nextDay, nextHour || null);
  }

  function type(nextDay: string, nextHour: string) {
    setDay(nextDay);
    setHour(nextHour);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => settle(nextDay, nextHour), DEBOUNCE_MS);
  }

  return (
    <FactFrame
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
              {actStrings.nextContact.none}
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
            aria-label={actStrings.nextContact.hour}
            value={hour}
            onChange={(event) => type(day, event.target.value)}
            onBlur={() => settle(day, hour)}
            className="fact-value"
          />
        )}
      </div>
    </FactFrame>
  );
}

/** A lead's owner. Asks before the user takes a colleague's lead. */
export function OwnerField() {
  const { lead, user, staff, mutations } = useOpenLead();
  /** As it was asked about: if somebody else got it meanwhile, the server refuses. */
  const [asked, setAsked] = useState<Lead | null>(null);
  const takenFrom = asked?.owner_name ?? dialog.someone;
  const { owner_id } = lead;
  const ownerName = lead.owner_name ?? dialog.someone;
  const hasLeft = owner_id !== null && !staff.some(({ id }) => id === owner_id);
  const names: Record<string, string> = hasLeft ? { [owner_id]: dialog.left(ownerName) } : {};
  for (const { id, name } of staff) names[id] = id === user.id ? actStrings.owner.you(name) : name;

  function assign(id: string | null) {
    if (id === user.id && owner_id && owner_id !== id) setAsked(lead);
    else void mutations.assign(lead, id);
  }

  return (
    <ChosenFact
      name={ownerStrings.title}
      value={owner_id}
      onChoose={assign}
      beside={
        <>
          {owner_id !== user.id && (
            <Button size="small" look="ghost" className="-ml-2" onClick={() => assign(user.id)}>
              {dialog.take}
            </Button>
          )}
          {asked && (
            <ConfirmDialog
              title={takeOver.title(takenFrom)}
              text={takeOver.text(asked.nombre, takenFrom)}
              confirmLabel={takeOver.confirm}
              onConfirm={() => {
                setAsked(null);
                void mutations.assign(asked, user.id);
              }}
              onClose={() => setAsked(null)}
            />
          )}
        </>
      }
    >
      <ChoiceOptions all={ownerStrings.nobody} options={Object.keys(names)} names={names} />
    </ChosenFact>
  );
}

/** Why a lead was lost. */
export function LostReasonField() {
  const { lead, mutations } = useOpenLead();
  return (
    <ChosenFact
      name={LEAD_FIELDS.lost_reason.label}
      value={lead.lost_reason}
      onChoose={(reason) => void mutations.setLostReason(lead, reason as LostReason | null)}
    >
      <ChoiceOptions all={unset} options={LOST_REASONS} names={leadStrings.lostReasons} />
    </ChosenFact>
  );
}

/** The plan the person wants or, once the lead is won, has bought, and how it is paid. */
export function PlanField() {
  const { lead, mutations } = useOpenLead();
  const { plan, billing } = lead;
  const chosen = PLANS.find(({ id }) => id === plan);
  // A plan no longer sold has no name.
  const names: Record<string, string> = plan && !chosen ? { [plan]: plan } : {};
  for (const { id, name } of PLANS) names[id] = name;
  return (
    <>
      <ChosenFact
        name={planStrings.title}
        label={lead.estado === 'ganado' ? planStrings.sold : undefined}
        value={plan}
        onChoose={(next) =>
          void mutations.choosePlan(lead, { plan: next, billing: next && (billing ?? 'anual') } as Choice)
        }
      >
        <ChoiceOptions all={actStrings.noPlan} options={Object.keys(names)} names={names} />
      </ChosenFact>
      {plan && (
        <ChosenFact
          name={LEAD_FIELDS.billing.label}
          value={billing}
          onChoose={(next) => void mutations.choosePlan(lead, { plan, billing: next } as Choice)}
          beside={
            chosen &&
            billing && (
              <span className="text-sm text-ink-soft tabular-nums">{planStrings.monthly(chosen.prices[billing])}</span>
            )
          }
        >
          {!billing && <option value="">{actStrings.noPlan}</option>}
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
