import { useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { FieldErrors } from '~/shared/errors';
import { actStrings } from '~/shared/strings/lead/acts';
import { createLeadStrings } from '~/shared/strings/lead/forms';
import { leadStrings } from '~/shared/strings/leads';
import { Disclosure } from '../../ui/Disclosure';
import type { Fields } from '../../ui/drafts/read-draft';
import { InputField, SelectField } from '../../ui/forms/Field';

const { owner, nextContact } = leadStrings;
const NAMES = ['owner_id', 'next_contact_on', 'next_contact_at'];

type Props = {
  /** The initial values. */
  values: Fields;
  errors: FieldErrors;
  userId: string;
  staff: readonly Colleague[];
  today: string;
};

/** A new lead's owner and next contact: folded, because most are their creator's and have no date yet. */
export function PlanFields({ values, errors, userId, staff, today }: Props) {
  const [day, setDay] = useState(values.next_contact_on ?? '');
  const isWrong = NAMES.some((name) => errors[name]);
  return (
    <Disclosure summary={createLeadStrings.more} open={isWrong || NAMES.some((name) => values[name] !== undefined)}>
      <div className="grid gap-4 sm:grid-cols-[2fr_3fr]">
        <SelectField
          label={owner.title}
          name="owner_id"
          defaultValue={values.owner_id ?? userId}
          error={errors.owner_id}
        >
          <option value="">{owner.nobody}</option>
          {staff.map(({ id, name }) => (
            <option key={id} value={id}>
              {id === userId ? actStrings.owner.you(name) : name}
            </option>
          ))}
        </SelectField>
        <div className="grid grid-cols-[minmax(0,1fr)_7.5rem] items-end gap-2">
          <InputField
            type="date"
            label={nextContact.title}
            name="next_contact_on"
            min={today}
            max="2099-12-31"
            value={day}
            onChange={({ target }) => setDay(target.value)}
            error={errors.next_contact_on}
          />
          <InputField
            type="time"
            label={actStrings.nextContact.hour}
            name="next_contact_at"
            disabled={!day}
            defaultValue={values.next_contact_at}
            error={errors.next_contact_at}
          />
        </div>
      </div>
    </Disclosure>
  );
}
