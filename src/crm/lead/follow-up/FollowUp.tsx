import { useStore } from '@nanostores/react';
import { useEffect, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import { isDay } from '~/shared/leads/days';
import { isClosed, type Lead, LOST_REASONS, type LostReason } from '~/shared/leads/lead';
import { BILLINGS, type Billing, PLANS } from '~/shared/leads/plans';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadFields, unset } from '~/shared/strings/lead/fields';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { InputField, SelectField } from '../../ui/forms/Field';
import type { LeadActions } from '../lead-actions';
import { $asking, stopAsking } from './asking';
import { dayChoices } from './day-choices';

const { nextContact, owner: ownerStrings, plan: planStrings, billings } = leadStrings;
/** Whoever types a date passes through others. */
const TYPING_MS = 700;

/** What comes next with a lead: who works it, when, and what the person wants. */
export function FollowUp({
  lead,
  userId,
  staff,
  today,
  panel,
}: {
  lead: Lead;
  userId: string;
  staff: readonly Colleague[];
  today: string;
  panel: LeadActions;
}) {
  const isAsked = useStore($asking) === lead.id;
  return (
    <section
      aria-label={dialog.followUp}
      className={`grid gap-3 rounded-xl rounded-bl-none p-3 ring-1 ring-inset ${isAsked ? 'bg-honey-mist ring-honey/40' : 'bg-sand ring-sand-line'}`}
    >
      {isClosed(lead) ? null : (
        <NextContactField
          key={`${lead.id} ${lead.next_contact_on} ${lead.next_contact_at}`}
          {...{ lead, today, panel, isAsked }}
        />
      )}
      {lead.estado === 'perdido' && (
        <SelectField
          label={leadFields.lost_reason}
          value={lead.lost_reason ?? ''}
          onChange={({ target }) => void panel.explainLoss(lead, (target.value || null) as LostReason | null)}
        >
          <option value="">{unset}</option>
          {LOST_REASONS.map((reason) => (
            <option key={reason} value={reason}>
              {leadStrings.lostReasons[reason]}
            </option>
          ))}
        </SelectField>
      )}
      <OwnerField {...{ lead, userId, staff, panel }} />
      <PlanField {...{ lead, panel }} />
    </section>
  );
}

function NextContactField({
  lead,
  today,
  panel,
  isAsked,
}: {
  lead: Lead;
  today: string;
  panel: LeadActions;
  isAsked: boolean;
}) {
  const [day, setDay] = useState(lead.next_contact_on ?? '');
  const [hour, setHour] = useState(lead.next_contact_at ?? '');
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function plan(next_contact_on: string | null, next_contact_at: string | null) {
    clearTimeout(timer.current);
    stopAsking(lead.id);
    if (next_contact_on === lead.next_contact_on && next_contact_at === lead.next_contact_at) return;
    void panel.planContact(lead, { next_contact_on, next_contact_at });
  }

  /** A day that is not whole yet is not saved; an emptied field takes the date away once it is left. */
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
    <div className="grid gap-2">
      {isAsked && <p className="font-medium">{nextContact.question}</p>}
      <div className="grid grid-cols-[minmax(0,1fr)_8.75rem] items-end gap-2">
        <InputField
          type="date"
          label={nextContact.title}
          value={day}
          max="2099-12-31"
          onChange={(event) => type(event.target.value, hour)}
          onBlur={() => settle(day, hour)}
        />
        <InputField
          type="time"
          label={nextContact.hour}
          value={hour}
          disabled={!isDay(day)}
          onChange={(event) => type(day, event.target.value)}
          onBlur={() => settle(day, hour)}
        />
      </div>
      <div className="flex flex-wrap gap-1.5">
        {dayChoices(today).map(({ label, day: choice }) => (
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
        {(lead.next_contact_on || isAsked) && (
          <Button size="small" look="ghost" onClick={() => plan(null, null)}>
            {lead.next_contact_on ? nextContact.none : nextContact.notNeeded}
          </Button>
        )}
      </div>
    </div>
  );
}

function OwnerField({
  lead,
  userId,
  staff,
  panel,
}: {
  lead: Lead;
  userId: string;
  staff: readonly Colleague[];
  panel: LeadActions;
}) {
  const isKnown = staff.some(({ id }) => id === lead.owner_id);
  return (
    <div className="flex items-end gap-2">
      <div className="min-w-0 flex-1">
        <SelectField
          label={ownerStrings.title}
          value={lead.owner_id ?? ''}
          onChange={(event) => void panel.assign(lead, event.target.value || null)}
        >
          <option value="">{ownerStrings.nobody}</option>
          {lead.owner_id && !isKnown && (
            <option value={lead.owner_id}>{dialog.left(lead.owner_name ?? dialog.someone)}</option>
          )}
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === userId ? ownerStrings.you(name) : name}
            </option>
          ))}
        </SelectField>
      </div>
      {lead.owner_id !== userId && (
        <Button onClick={() => void panel.assign(lead, userId)}>{dialog.take}</Button>
      )}
    </div>
  );
}

function PlanField({ lead, panel }: { lead: Lead; panel: LeadActions }) {
  const chosen = PLANS.find(({ id }) => id === lead.plan);
  return (
    <div className="grid gap-1">
      <div className="grid grid-cols-[minmax(0,1fr)_8.75rem] items-end gap-2">
        <SelectField
          label={planStrings.title}
          value={lead.plan ?? ''}
          onChange={({ target }) =>
            void panel.choosePlan(lead, {
              plan: target.value || null,
              billing: target.value ? (lead.billing ?? 'anual') : null,
            })
          }
        >
          <option value="">{planStrings.none}</option>
          {lead.plan && !chosen && <option value={lead.plan}>{lead.plan}</option>}
          {PLANS.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
        <SelectField
          label={leadFields.billing}
          value={lead.billing ?? ''}
          disabled={!lead.plan}
          onChange={({ target }) =>
            void panel.choosePlan(lead, {
              plan: lead.plan,
              billing: (target.value || null) as Billing | null,
            })
          }
        >
          {!lead.billing && <option value="">{planStrings.none}</option>}
          {BILLINGS.map((billing) => (
            <option key={billing} value={billing}>
              {billings[billing]}
            </option>
          ))}
        </SelectField>
      </div>
      {chosen && lead.billing && (
        <p className="text-sm text-ink-soft tabular-nums">
          {planStrings.monthly(chosen.prices[lead.billing])}
        </p>
      )}
    </div>
  );
}
