import { type SubmitEvent, useRef, useState } from 'react';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { LEAD_COUNTRIES, type Lead } from '~/shared/leads/lead';
import { createLeadSchema, type LeadChanges } from '~/shared/leads/schema';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { Button } from '../ui/Button';
import { InputField, TextareaField } from '../ui/Field';
import { showToast } from '../ui/toasts';
import { ContactFields } from './ContactFields';
import { fetchLead } from './lead-api';
import type { Panel } from './usePanel';

const { fields, toasts } = leadStrings;
const EDITED = ['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje'] as const;

/** Whoever asks to edit begins with the first field. */
const focus = (input: HTMLInputElement | null) => input?.focus();

/**
 * Corrects a lead's data. Only what was changed is sent, against what this person saw: where somebody else changed
 * the same field meanwhile, the form says to what, and saving again is then a decision.
 */
export function EditLeadForm({ lead, panel, onDone }: { lead: Lead; panel: Panel; onDone: () => void }) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);
  /** The row as this person last saw it; live updates do not change it under their hands. */
  const seen = useRef(lead);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const parsed = createLeadSchema.safeParse(Object.fromEntries(new FormData(event.currentTarget)));
    if (!parsed.success) {
      setErrors(fieldErrors(parsed.error));
      return;
    }
    const changes: LeadChanges = Object.fromEntries(
      EDITED.filter((field) => (parsed.data[field] ?? null) !== seen.current[field]).map((field) => [
        field,
        parsed.data[field] ?? null,
      ]),
    );
    if (Object.keys(changes).length === 0) return onDone();
    setErrors({});
    setBusy(true);
    try {
      await panel.saveFields(seen.current, changes);
      showToast({ tone: 'success', text: toasts.saved });
      onDone();
    } catch (error) {
      await explain(error);
      setBusy(false);
    }
  }

  async function explain(error: unknown) {
    if (error instanceof ApiError && error.code === 'conflict') {
      // Of the fields that are in dispute only: what else changed meanwhile, this person has not touched.
      const current = await fetchLead(lead.id).catch(() => seen.current);
      const disputed = EDITED.filter((field) => field in error.fields);
      seen.current = {
        ...seen.current,
        ...Object.fromEntries(disputed.map((field) => [field, current[field]])),
      };
      setErrors(error.fields);
      showToast({ tone: 'warning', text: error.message });
    } else if (error instanceof ApiError && error.code === 'invalid') {
      setErrors(error.fields);
    } else {
      showToast({ tone: 'error', text: toasts.saveFailed });
    }
  }

  const { current: initial } = seen;
  return (
    <form onSubmit={submit} noValidate className="grid gap-4 sm:grid-cols-2">
      <ContactFields
        errors={errors}
        countries={LEAD_COUNTRIES}
        labels={fields}
        lead={initial}
        firstRef={focus}
      />
      <InputField
        label={fields.empresa}
        name="empresa"
        maxLength={120}
        defaultValue={initial.empresa ?? ''}
        error={errors.empresa}
      />
      <div className="sm:col-span-2">
        <TextareaField
          label={fields.mensaje}
          name="mensaje"
          rows={4}
          maxLength={5000}
          defaultValue={initial.mensaje ?? ''}
          error={errors.mensaje}
        />
      </div>
      <div className="flex justify-end gap-2 sm:col-span-2">
        <Button onClick={onDone}>{crmStrings.cancel}</Button>
        <Button type="submit" look="primary" busyLabel={busy && leadStrings.saving}>
          {leadStrings.save}
        </Button>
      </div>
    </form>
  );
}
