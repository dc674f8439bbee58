import { useState } from 'react';
import { addDays } from '~/shared/leads/days';
import { describeDay, describeNextContact } from '~/shared/leads/describe-day';
import { isClosed, type Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { InputField } from '../../ui/forms/Field';
import { Popover } from '../../ui/Popover';
import { dayChoices } from './day-choices';
import type { PlanContact } from './NextContactQuestion';

const { nextContact: strings } = leadStrings;

/**
 * When a lead is to be contacted next, as a small button in its row, which opens the choice of a day. Nothing where the
 * lead is won or lost.
 */
export function NextContactButton({
  lead,
  today,
  onPlan,
}: {
  lead: Lead;
  today: string;
  onPlan: PlanContact;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  if (isClosed(lead)) return null;
  const when = describeNextContact(lead, today);
  const day = lead.next_contact_on;
  const isOverdue = day !== null && day < today;

  function choose(next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) {
    setAnchor(null);
    anchor?.focus();
    void onPlan(lead, next);
  }

  return (
    <>
      <button
        type="button"
        aria-label={
          when === null
            ? strings.plan(lead.nombre)
            : strings.planned(lead.nombre, isOverdue ? strings.overdue(when) : when)
        }
        title={when === null ? strings.title : strings.saved(when)}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        data-when={day ? shortDay(day, today) : undefined}
        data-due={isOverdue ? 'late' : day === today ? 'today' : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
        className="lead-button lead-next"
      />
      {anchor && (
        <Popover anchor={anchor} title={strings.title} wide onClose={() => setAnchor(null)}>
          <NextContactChoice lead={lead} today={today} onChoose={choose} />
        </Popover>
      )}
    </>
  );
}

/** The days that are one press away, any other, and none where there is one to take away. */
export function NextContactChoice({
  lead,
  today,
  mayClear = lead.next_contact_on !== null,
  onChoose,
}: {
  lead: Pick<Lead, 'next_contact_on' | 'next_contact_at'>;
  today: string;
  mayClear?: boolean;
  onChoose: (next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) => void;
}) {
  const [day, setDay] = useState(lead.next_contact_on ?? '');
  const [hour, setHour] = useState(lead.next_contact_at ?? '');
  return (
    <div className="grid w-72 max-w-full gap-2 p-1">
      <div className="grid gap-1">
        {dayChoices(today).map(({ label, day }) => (
          <button
            key={label}
            type="button"
            aria-pressed={day === lead.next_contact_on}
            onClick={() => onChoose({ next_contact_on: day, next_contact_at: null })}
            className="flex min-h-9 items-center justify-between gap-3 rounded-lg px-2 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze aria-pressed:bg-petrol-mist pointer-coarse:min-h-11"
          >
            <span className="font-medium">{label}</span>
            <span className="text-sm text-ink-soft tabular-nums">
              {day.slice(8)}/{day.slice(5, 7)}
            </span>
          </button>
        ))}
      </div>
      <form
        className="grid grid-cols-[minmax(0,1fr)_8.25rem] items-end gap-2 border-t border-sand-line pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (day) onChoose({ next_contact_on: day, next_contact_at: hour || null });
        }}
      >
        <InputField
          type="date"
          label={strings.day}
          value={day}
          min={today}
          max="2099-12-31"
          required
          onChange={(event) => setDay(event.target.value)}
        />
        <InputField
          type="time"
          label={strings.hour}
          value={hour}
          onChange={(event) => setHour(event.target.value)}
        />
        <Button type="submit" look="primary" size="small" className="col-span-2">
          {strings.save}
        </Button>
      </form>
      {mayClear && (
        <Button
          look="ghost"
          size="small"
          onClick={() => onChoose({ next_contact_on: null, next_contact_at: null })}
        >
          {strings.none}
        </Button>
      )}
    </div>
  );
}

/** As little as fits in a row. */
function shortDay(day: string, today: string): string {
  return day === addDays(today, 1) ? strings.tomorrowInRow : describeDay(day, today);
}
