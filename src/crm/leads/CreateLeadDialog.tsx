import { type SubmitEvent, useId, useRef, useState } from 'react';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { type Lead, MANUAL_LEAD_COUNTRIES } from '~/shared/leads/lead';
import { createLeadSchema } from '~/shared/leads/schema';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { InputField, SelectField, TextareaField } from '../ui/Field';
import { showToast } from '../ui/toasts';
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
  const formId = useId();
  const first = useRef<HTMLInputElement>(null);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const parsed = createLeadSchema.safeParse(Object.fromEntries(new FormData(form)));
    if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
    setErrors({});
    setBusy(true);
    try {
      onCreated(await createLead(parsed.data));
      showToast({ tone: 'success', text: toasts.created });
      onClose();
    } catch (error) {
      setBusy(false);
      if (error instanceof ApiError && error.code === 'invalid') refuse(form, error.fields);
      else showToast({ tone: 'error', text: toasts.createFailed });
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    const [field, message] = Object.entries(found)[0] ?? [];
    if (message) showToast({ tone: 'error', text: message });
    const control = field ? form.elements.namedItem(field) : null;
    if (control instanceof HTMLElement) control.focus();
  }

  return (
    <Dialog
      title={createForm.title}
      onClose={onClose}
      initialFocus={first}
      footer={
        <>
          <Button onClick={onClose}>{crmStrings.cancel}</Button>
          <Button type="submit" form={formId} look="primary" busyLabel={busy && createForm.submitting}>
            {createForm.submit}
          </Button>
        </>
      }
    >
      {/* What is missing is said in the product's own words, so the browser's own checks stay out. */}
      <form id={formId} onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
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
      </form>
    </Dialog>
  );
}
