import { useRef } from 'react';
import { type Lead, MANUAL_LEAD_COUNTRIES } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { leadStrings } from '~/shared/strings/leads';
import { FormDialog } from '../ui/Dialog';
import { InputField, SelectField, TextareaField } from '../ui/Field';
import { showToast } from '../ui/toasts';
import { useForm } from '../ui/useForm';
import { createLead } from './lead-api';

const { createForm, fields, toasts } = leadStrings;

/** 'Crear Lead Manual': a lead that did not come from the site. */
export function CreateLeadDialog({
  onCreated,
  onClose,
}: {
  onCreated: (lead: Lead) => void;
  onClose: () => void;
}) {
  const first = useRef<HTMLInputElement>(null);
  const { errors, busy, submit } = useForm(
    createLeadSchema,
    async (input) => {
      onCreated(await createLead(input));
      showToast({ tone: 'success', text: toasts.created });
      onClose();
    },
    { explain: (wrong) => Object.values(wrong)[0] ?? toasts.createFailed },
  );

  return (
    <FormDialog
      title={createForm.title}
      submitLabel={createForm.submit}
      busyLabel={busy && createForm.submitting}
      twoColumns
      initialFocus={first}
      onSubmit={submit}
      onClose={onClose}
    >
      <InputField
        ref={first}
        label={createForm.nombre}
        name="nombre"
        required
        maxLength={120}
        autoComplete="off"
        error={errors.nombre}
      />
      <InputField
        label={createForm.email}
        name="email"
        type="email"
        required
        maxLength={254}
        autoComplete="off"
        error={errors.email}
      />
      <InputField
        label={fields.whatsapp}
        name="whatsapp"
        type="tel"
        maxLength={32}
        autoComplete="off"
        error={errors.whatsapp}
      />
      <SelectField label={fields.pais} name="pais" error={errors.pais}>
        <option value="">{leadStrings.unset}</option>
        {MANUAL_LEAD_COUNTRIES.map((country) => (
          <option key={country}>{country}</option>
        ))}
      </SelectField>
      <div className="sm:col-span-2">
        <TextareaField
          label={createForm.mensaje}
          name="mensaje"
          rows={4}
          maxLength={5000}
          error={errors.mensaje}
        />
      </div>
    </FormDialog>
  );
}
