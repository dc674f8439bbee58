import { type InputEvent, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { FieldErrors } from '~/shared/errors';
import { LEAD_COUNTRIES } from '~/shared/leads/enums';
import { LEAD_FIELDS } from '~/shared/leads/fields';
import type { Lead } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { countryOfPhone } from '~/shared/phones/numbering';
import { leadErrors as refusals } from '~/shared/strings/lead/errors';
import { unset } from '~/shared/strings/lead/fields';
import { createLeadStrings as strings } from '~/shared/strings/lead/forms';
import { FormDialog } from '../../ui/Dialog';
import { ChoiceOptions } from '../../ui/forms/ChoiceOptions';
import { CheckboxField, InputField, SelectField, TextareaField } from '../../ui/forms/Field';
import { useDraftForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { type Contact, KnownPerson } from '../join/KnownPerson';
import { createLead } from '../lead-api';
import { PlanFields } from './PlanFields';

type Props = {
  userId: string;
  /** Who may own leads. */
  staff: readonly Colleague[];
  today: string;
  onCreated: (lead: Lead) => void;
  /** Opens this lead, or an existing lead of the person. */
  onOpen: (id: number) => void;
  onClose: () => void;
};

/** 'Crear Lead Manual': a lead that did not come from the site. */
export function CreateLeadDialog({ userId, staff, today, onCreated, onOpen, onClose }: Props) {
  /** The country guessed from the number, until somebody chooses another. */
  const guessed = useRef('');
  const form = useDraftForm(
    'lead:new',
    createLeadSchema,
    async (input, key) => {
      const lead = await createLead(input, key);
      onCreated(lead);
      const open = { label: strings.open, run: () => onOpen(lead.id) };
      showToast({ tone: 'success', text: strings.created, action: open });
      onClose();
    },
    {
      original: { owner_id: userId },
      explain,
      extra: (data) => ({ waiting: data.has('waiting') }),
    },
  );
  const { errors } = form;
  const { typed: stored } = form.draft;
  const { email = '', whatsapp = '', pais = '' } = stored;
  const [contact, setContact] = useState<Contact>({ email, whatsapp, pais });

  const field = (name: 'nombre' | 'email' | 'whatsapp') => ({
    name,
    autoComplete: 'off',
    defaultValue: stored[name],
    error: errors[name],
  });

  /** Follows the contact data, and guesses the country from the number. */
  function followContact({ target }: InputEvent<HTMLDivElement>) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!(target.name in contact)) return;
    const typed = { ...contact, [target.name]: target.value };
    const country = target.name === 'whatsapp' && target.form?.elements.namedItem('pais');
    if (country instanceof HTMLSelectElement && country.value === guessed.current) {
      guessed.current = countryOfPhone(target.value) ?? '';
      country.value = guessed.current;
      typed.pais = guessed.current;
    }
    setContact(typed);
  }

  return (
    <FormDialog
      form={form}
      title={strings.title}
      submitLabel={strings.submit}
      busyLabel={strings.submitting}
      twoColumns
      onClose={onClose}
    >
      <div className="contents" onInput={followContact}>
        <InputField {...field('nombre')} data-autofocus label={strings.nombre} required maxLength={120} />
        <InputField {...field('email')} label={strings.email} hint={strings.emailHint} type="email" maxLength={254} />
        <InputField {...field('whatsapp')} label={LEAD_FIELDS.whatsapp.label} type="tel" maxLength={32} />
        <SelectField name="pais" label={LEAD_FIELDS.pais.label} defaultValue={stored.pais} error={errors.pais}>
          <ChoiceOptions all={unset} options={LEAD_COUNTRIES} names={undefined} />
        </SelectField>
      </div>
      <KnownPerson
        contact={contact}
        onOpen={(id) => {
          onClose();
          onOpen(id);
        }}
      />
      <div className="grid gap-4 sm:col-span-2">
        <TextareaField
          label={strings.mensaje}
          name="mensaje"
          rows={3}
          maxLength={5000}
          defaultValue={stored.mensaje}
          error={errors.mensaje}
        />
        <CheckboxField
          label={strings.waiting}
          hint={strings.waitingHint}
          name="waiting"
          defaultChecked={stored.waiting === 'on'}
        />
        <PlanFields values={stored} {...{ errors, userId, staff, today }} />
      </div>
    </FormDialog>
  );
}

/** The toast's text: one for all missing fields. Null for other mistakes, which are explained at their fields. */
function explain(wrong: FieldErrors): string | null {
  const reasons = Object.values(wrong);
  if (reasons.length === 0) return strings.createFailed;
  return reasons.includes(refusals.required.es) ? refusals.required.es : null;
}
