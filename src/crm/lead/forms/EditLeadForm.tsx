import { type SubmitEvent, useRef, useState } from 'react';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { LEAD_COUNTRIES, type Lead } from '~/shared/leads/lead';
import { createLeadSchema, type LeadChanges } from '~/shared/leads/schema';
import { crmStrings } from '~/shared/strings/crm';
import { leadFields } from '~/shared/strings/lead/fields';
import { editLeadStrings } from '~/shared/strings/lead/forms';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, showFailureOf } from '../../api-client';
import { Button } from '../../ui/Button';
import { InputField, TextareaField } from '../../ui/forms/Field';
import type { Fields } from '../../ui/forms/kept-drafts';
import { readTyped, useDraft } from '../../ui/forms/useDraft';
import { showToast } from '../../ui/toasts/toasts';
import { draftNames } from '../draft-names';
import type { LeadActions } from '../lead-actions';
import { fetchLead } from '../lead-api';
import { ContactFields } from './ContactFields';

const { toasts } = leadStrings;
const EDITED = ['nombre', 'email', 'whatsapp', 'pais', 'empresa', 'mensaje'] as const;

type Edited = (typeof EDITED)[number];

/** A lead's values as the form's inputs hold them. */
function toFields(lead: Lead): Fields {
  return Object.fromEntries(EDITED.map((field) => [field, lead[field] ?? '']));
}

/** The reverse of `toFields`, for the given fields. */
function parseFields(fields: Fields): Partial<Lead> {
  return Object.fromEntries(Object.entries(fields).map(([field, text]) => [field, text || null]));
}

/** The lead's values of the named fields, as far as this form edits them. */
function pick(lead: Lead, names: string[]): Partial<Pick<Lead, Edited>> {
  return Object.fromEntries(
    EDITED.filter((field) => names.includes(field)).map((field) => [field, lead[field]]),
  );
}

const focus = (input: HTMLInputElement | null) => input?.focus();

/**
 * Corrects a lead's data. Only the changed fields are sent, with the values that this person saw. If somebody else has
 * changed one of them meanwhile, the form shows their value, and saving again replaces it.
 */
export function EditLeadForm({
  lead,
  panel,
  focusOn,
  onDone,
}: {
  lead: Lead;
  panel: LeadActions;
  /** The field to begin with. Null if the form only shows an earlier draft: the next key may be meant for the list. */
  focusOn: 'nombre' | 'whatsapp' | null;
  onDone: () => void;
}) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [isDisputed, setDisputed] = useState(false);
  const [busy, setBusy] = useState(false);
  const draft = useDraft(draftNames.data(lead.id));
  /** The lead as this person last saw it. Live updates do not change it. */
  const seen = useRef<Lead>({ ...lead, ...parseFields(draft.was) });
  const [initial] = useState<Fields>({ ...toFields(seen.current), ...draft.typed });

  const remember = (form: HTMLFormElement) => draft.keep(readTyped(form), toFields(seen.current));

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const sent = readTyped(form);
    const parsed = createLeadSchema.safeParse(sent);
    if (!parsed.success) {
      return mark(form, fieldErrors(parsed.error));
    }
    const changes: LeadChanges = Object.fromEntries(
      EDITED.filter((field) => (parsed.data[field] ?? null) !== seen.current[field]).map((field) => [
        field,
        parsed.data[field] ?? null,
      ]),
    );
    if (Object.keys(changes).length === 0) return finish();
    setErrors({});
    setDisputed(false);
    setBusy(true);
    try {
      const saved = await panel.saveFields(seen.current, changes);
      showToast({ tone: 'success', text: toasts.saved });
      if (JSON.stringify(readTyped(form)) === JSON.stringify(sent)) return finish();
      // What was typed while the request was under way is not saved yet.
      seen.current = { ...seen.current, ...pick(saved, Object.keys(changes)) };
      remember(form);
    } catch (error) {
      await explain(form, error);
      remember(form);
    }
    setBusy(false);
  }

  function finish() {
    draft.drop();
    onDone();
  }

  /** Shows each error at its field and focuses the first of these fields. */
  function mark(form: HTMLFormElement, wrong: FieldErrors) {
    setErrors(wrong);
    const first = form.elements.namedItem(Object.keys(wrong)[0] ?? '');
    if (first instanceof HTMLElement) first.focus();
  }

  async function explain(form: HTMLFormElement, error: unknown) {
    if (error instanceof ApiError && error.code === 'conflict') {
      // Only the disputed fields: this person has not changed the others.
      const current = await fetchLead(lead.id).catch(() => seen.current);
      seen.current = { ...seen.current, ...pick(current, Object.keys(error.fields)) };
      mark(form, error.fields);
      setDisputed(true);
    } else if (error instanceof ApiError && error.code === 'invalid') {
      mark(form, error.fields);
    } else {
      showFailureOf(toasts.saveFailed, error, crmStrings.stillHere);
    }
  }

  return (
    <form
      onSubmit={submit}
      onInput={({ currentTarget }) => remember(currentTarget)}
      noValidate
      className="sheet-body"
    >
      <div className="sheet-scroll grid content-start gap-4 sm:max-lg:grid-cols-2">
        <ContactFields
          errors={errors}
          countries={LEAD_COUNTRIES}
          labels={leadFields}
          values={initial}
          {...(focusOn === 'nombre' && { firstRef: focus })}
          {...(focusOn === 'whatsapp' && { whatsappRef: focus })}
        />
        <InputField
          label={leadFields.empresa}
          name="empresa"
          maxLength={120}
          defaultValue={initial.empresa}
          error={errors.empresa}
        />
        <div className="sm:max-lg:col-span-2">
          <TextareaField
            label={leadFields.mensaje}
            name="mensaje"
            rows={4}
            maxLength={5000}
            defaultValue={initial.mensaje}
            error={errors.mensaje}
          />
        </div>
      </div>
      <div className="sheet-foot flex flex-wrap items-center justify-end gap-2">
        {isDisputed && <p className="grow text-sm text-terracotta-dark">{editLeadStrings.yoursIsHere}</p>}
        <Button onClick={finish}>{crmStrings.cancel}</Button>
        <Button type="submit" look="primary" busyLabel={busy && editLeadStrings.saving}>
          {editLeadStrings.save}
        </Button>
      </div>
    </form>
  );
}
