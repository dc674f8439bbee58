import { useRef } from 'react';
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
import { createLead } from '../lead-api';
import { ContactFields } from './ContactFields';

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
      <ContactFields
        errors={errors}
        countries={MANUAL_LEAD_COUNTRIES}
        labels={strings}
        values={draft.typed}
        firstRef={first}
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
