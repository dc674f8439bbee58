import { useRef } from 'react';
import type { FieldErrors } from '~/shared/errors';
import { type Lead, MANUAL_LEAD_COUNTRIES } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { leadErrors as refusals } from '~/shared/strings/lead-errors';
import { leadStrings } from '~/shared/strings/leads';
import { FormDialog } from '../../ui/Dialog';
import { TextareaField } from '../../ui/forms/Field';
import { useDraft } from '../../ui/forms/useDraft';
import { useForm } from '../../ui/forms/useForm';
import { showToast } from '../../ui/toasts/toasts';
import { createLead } from '../lead-api';
import { ContactFields } from './ContactFields';

const { createForm, toasts } = leadStrings;

/** 'Crear Lead Manual': a lead that did not come from the site. */
export function CreateLeadDialog({
  onCreated,
  onClose,
}: {
  onCreated: (lead: Lead) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const draft = useDraft('lead:new');
  const { errors, busy, submit } = useForm(
    createLeadSchema,
    async (input, key) => {
      onCreated(await createLead(input, key));
      showToast({ tone: 'success', text: toasts.created });
      onClose();
    },
    { draft, explain },
  );

  return (
    <FormDialog
      title={createForm.title}
      submitLabel={createForm.submit}
      busyLabel={busy && createForm.submitting}
      twoColumns
      initialFocus={first}
      draft={draft}
      onSubmit={submit}
      onClose={onClose}
    >
      <ContactFields
        errors={errors}
        countries={MANUAL_LEAD_COUNTRIES}
        labels={createForm}
        values={draft.typed}
        firstRef={first}
      />
      <div className="sm:col-span-2">
        <TextareaField
          label={createForm.mensaje}
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
  if (reasons.length === 0) return toasts.createFailed;
  return reasons.includes(refusals.required) ? refusals.required : null;
}
