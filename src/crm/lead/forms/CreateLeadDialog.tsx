import { type InputEvent, useRef, useState } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { FieldErrors } from '~/shared/errors';
import { MANUAL_LEAD_COUNTRIES } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { countryOfPhone } from '~/shared/leads/phone';
import { createLeadSchema } from '~/shared/leads/schema';
import { leadErrors as refusals } from '~/shared/strings/lead/errors';
import { createLeadStrings as strings } from '~/shared/strings/lead/forms';
import { FormDialog } from '../../ui/Dialog';
import { CheckboxField, TextareaField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { createLead } from '../dialog-api';
import { type Contact, KnownPerson } from '../join/KnownPerson';
import { ContactFields } from './ContactFields';
import { PlanFields } from './PlanFields';

/** 'Crear Lead Manual': a lead that did not come from the site. */
export function CreateLeadDialog({
  userId,
  staff,
  today,
  onCreated,
  onOpen,
  onClose,
}: {
  userId: string;
  /** Who may own leads. */
  staff: readonly Colleague[];
  today: string;
  onCreated: (lead: Lead) => void;
  /** Opens this lead, or an existing lead of the person. */
  onOpen: (id: number) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('lead:new');
  const original = { owner_id: userId };
  const { email = '', whatsapp = '', pais = '' } = draft.typed;
  const [contact, setContact] = useState<Contact>({ email, whatsapp, pais });
  /** The country guessed from the number, until somebody chooses another. */
  const told = useRef('');
  const { errors, busy, submit } = useForm(
    createLeadSchema,
    async (input, key) => {
      const lead = await createLead(input, key);
      onCreated(lead);
      const open = { label: strings.open, run: () => onOpen(lead.id) };
      showToast({ tone: 'success', text: strings.created, action: open });
      onClose();
    },
    { draft, original, explain, extra: (form) => ({ waiting: form.has('waiting') }) },
  );

  function note({ target }: InputEvent<HTMLDivElement>) {
    if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return;
    if (!(target.name in contact)) return;
    const typed = { ...contact, [target.name]: target.value };
    const country = target.form?.elements.namedItem('pais');
    if (
      target.name === 'whatsapp' &&
      country instanceof HTMLSelectElement &&
      country.value === told.current
    ) {
      told.current = tellCountry(target.value);
      country.value = told.current;
      typed.pais = told.current;
    }
    setContact(typed);
  }

  return (
    <FormDialog
      title={strings.title}
      submitLabel={strings.submit}
      busyLabel={busy && strings.submitting}
      twoColumns
      initialFocus={first}
      draft={draft}
      original={original}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="contents" onInput={note}>
        <ContactFields
          errors={errors}
          countries={MANUAL_LEAD_COUNTRIES}
          labels={strings}
          values={draft.typed}
          firstRef={first}
        />
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
          defaultValue={draft.typed.mensaje}
          error={errors.mensaje}
        />
        <CheckboxField
          label={strings.waiting}
          hint={strings.waitingHint}
          name="waiting"
          defaultChecked={draft.typed.waiting === 'on'}
        />
        <PlanFields values={draft.typed} {...{ errors, userId, staff, today }} />
      </div>
    </FormDialog>
  );
}

/** The form's country for a number's calling code; '' for none. */
function tellCountry(whatsapp: string): string {
  const country = countryOfPhone(whatsapp);
  return country === null ? '' : (MANUAL_LEAD_COUNTRIES.find((name) => name === country) ?? 'Otro');
}

/** The toast's text: one for all missing fields. Null for other mistakes, which are explained at their fields. */
function explain(wrong: FieldErrors): string | null {
  const reasons = Object.values(wrong);
  if (reasons.length === 0) return strings.createFailed;
  return reasons.includes(refusals.required) ? refusals.required : null;
}
