import { useRef, useState } from 'react';
import type { FieldErrors } from '~/shared/errors';
import { type Lead, MANUAL_LEAD_COUNTRIES } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { createLeadStrings as strings } from '~/shared/strings/lead/forms';
import { leadErrors as refusals } from '~/shared/strings/lead-errors';
import { FormDialog } from '../../ui/Dialog';
import { TextareaField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { createLead } from '../dialog-api';
import { type Contact, KnownPerson } from '../join/KnownPerson';
import { ContactFields } from './ContactFields';

/** 'Crear Lead Manual': a lead that did not come from the site. */
export function CreateLeadDialog({
  onCreated,
  onOpen,
  onClose,
}: {
  onCreated: (lead: Lead) => void;
  /** Opens the lead of somebody who is there already. */
  onOpen: (id: number) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('lead:new');
  const { email = '', whatsapp = '', pais = '' } = draft.typed;
  const [contact, setContact] = useState<Contact>({ email, whatsapp, pais });
  const { errors, busy, submit } = useForm(
    createLeadSchema,
    async (input, key) => {
      onCreated(await createLead(input, key));
      showToast({ tone: 'success', text: strings.created });
      onClose();
    },
    { draft, explain },
  );

  return (
    <FormDialog
      title={strings.title}
      submitLabel={strings.submit}
      busyLabel={busy && strings.submitting}
      twoColumns
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <div
        className="contents"
        onInput={({ target }) => {
          if (target instanceof HTMLInputElement || target instanceof HTMLSelectElement)
            setContact((before) =>
              target.name in before ? { ...before, [target.name]: target.value } : before,
            );
        }}
      >
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
      <div className="sm:col-span-2">
        <TextareaField
          label={strings.mensaje}
          name="mensaje"
          rows={4}
          maxLength={5000}
          defaultValue={draft.typed.mensaje}
          error={errors.mensaje}
        />
      </div>
    </FormDialog>
  );
}

/** The toast's text: one for all missing fields. Null for other mistakes, which are explained at their fields. */
function explain(wrong: FieldErrors): string | null {
  const reasons = Object.values(wrong);
  if (reasons.length === 0) return strings.createFailed;
  return reasons.includes(refusals.required) ? refusals.required : null;
}
