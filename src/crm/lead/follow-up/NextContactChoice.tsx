import { useStore } from '@nanostores/react';
import { useState } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { isClosed } from '~/shared/leads/waiting';
import { actStrings } from '~/shared/strings/lead/acts';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../../ui/Button';
import { InputField } from '../../ui/forms/Field';
import { Popover } from '../../ui/Popover';
import { type ListMutations, leadMutations } from '../lead-mutations';
import { dayChoices } from './day-choices';
import { $dayPicker, $keptRowId } from './follow-up-state';

const { nextContact: strings } = leadStrings;

type NextContactMenuProps = {
  lead: (id: number) => Lead | undefined;
  where: 'list' | 'sheet';
  today: string;
  mutations: ListMutations;
};

/** The day picker, one for all rows and one for the open lead; mounted while in use. */
export function NextContactMenu({ lead: find, where, today, mutations }: NextContactMenuProps) {
  const picker = useStore($dayPicker);
  const lead = picker && find(picker.leadId);
  if (!lead || (picker.anchor.closest('.sheet') === null) !== (where === 'list')) return null;

  function close() {
    $dayPicker.set(null);
    // A status change may have asked for it, in its row.
    $keptRowId.set(null);
  }

  return (
    <Popover
      key={lead.id}
      anchor={picker.anchor}
      title={isClosed(lead) ? actStrings.nextContact.question : strings.title}
      about={lead.nombre}
      wide
      onClose={close}
    >
      <NextContactChoice
        lead={lead}
        today={today}
        mayClear={lead.next_contact_on !== null || isClosed(lead)}
        onChoose={(next) => {
          close();
          picker.anchor.focus();
          if (next.next_contact_on !== null || lead.next_contact_on !== null)
            void leadMutations(mutations).planContact(lead, next);
        }}
      />
    </Popover>
  );
}

type NextContactChoiceProps = {
  lead: Pick<Lead, 'estado' | 'next_contact_on' | 'next_contact_at'>;
  today: string;
  mayClear: boolean;
  onChoose: (next: Pick<Lead, 'next_contact_on' | 'next_contact_at'>) => void;
};

/** Days one press away, any other, and none. */
export function NextContactChoice({ lead, today, mayClear, onChoose }: NextContactChoiceProps) {
  const [day, setDay] = useState(lead.next_contact_on ?? '');
  const [hour, setHour] = useState(lead.next_contact_at ?? '');
  return (
    <div className="grid w-80 max-w-full gap-2 pb-1">
      <div className="grid gap-1">
        {dayChoices(today, lead).map(({ label, day }) => (
          <button
            key={label}
            type="button"
            aria-pressed={day === lead.next_contact_on}
            onClick={() => onChoose({ next_contact_on: day, next_contact_at: null })}
            className="flex min-h-9 items-center justify-between gap-3 rounded-lg px-2.5 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze aria-pressed:bg-petrol-mist pointer-coarse:min-h-11"
          >
            <span className="font-medium">{label}</span>
            <span className="text-sm text-ink-soft tabular-nums">
              {day.slice(8)}/{day.slice(5, 7)}
            </span>
          </button>
        ))}
      </div>
      <form
        className="grid grid-cols-[minmax(0,1fr)_8rem] items-end gap-2 border-t border-sand-line px-2.5 pt-2"
        onSubmit={(event) => {
          event.preventDefault();
          if (day) onChoose({ next_contact_on: day, next_contact_at: hour || null });
        }}
      >
        <InputField
          type="date"
          label={actStrings.nextContact.day}
          value={day}
          min={today}
          max="2099-12-31"
          required
          onChange={(event) => setDay(event.target.value)}
        />
        <InputField
          type="time"
          label={actStrings.nextContact.hour}
          value={hour}
          onChange={(event) => setHour(event.target.value)}
        />
        <Button type="submit" look="primary" size="small" className="col-span-2">
          {actStrings.nextContact.save}
        </Button>
      </form>
      {mayClear && (
        <Button look="ghost" size="small" onClick={() => onChoose({ next_contact_on: null, next_contact_at: null })}>
          {isClosed(lead) && !lead.next_contact_on ? actStrings.nextContact.notNeeded : actStrings.nextContact.none}
        </Button>
      )}
    </div>
  );
}
