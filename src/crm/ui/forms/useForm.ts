import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { ApiError, showFailure, showFailureOf } from '~/crm/api-client';
import { type FieldErrors, fieldErrors } from '~/shared/errors';
import type { z } from '~/shared/zod';
import type { Draft } from '../drafts/drafts';
import type { Fields } from '../drafts/read-draft';
import { readTyped, useDraft } from '../drafts/useDraft';
import { forgetTyped } from '../reading/useReturn';
import { showToast } from '../toasts/toasts';

type Options = {
  /** Adds values without a field. Called on submit, which can precede the first effects. */
  extra?: (form: FormData) => Record<string, unknown>;
  /** The toast if the server gives no reason fit for users. */
  fallback?: string;
  /**
   * A toast for every refusal, including the form's own; a reason without a field follows it. Null: no toast, because
   * the fields say it all.
   */
  explain?: (fields: FieldErrors) => string | null;
  /** Whether the screen itself shows this refusal, without a toast. */
  isShown?: (refusal: ApiError) => boolean;
  /** Where typed text is stored until a successful send. */
  draft?: Draft;
  /** The draft fields' values before typing. */
  original?: Fields;
};

/**
 * Shared by all forms: validates with the endpoint's schema, sends, shows errors at their fields and focuses the first.
 * Typed text stays. `failure` is the server's reason for a refusal.
 */
export function useForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>, key?: string) => Promise<void>,
  { extra, fallback, explain, isShown, draft, original }: Options = {},
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const parsed = schema.safeParse(nest({ ...Object.fromEntries(data), ...extra?.(data) }));
    if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
    setErrors({});
    setFailure(null);
    const focused = document.activeElement;
    setBusy(true);
    try {
      await send(parsed.data, draft?.keep(readTyped(form), original));
      draft?.drop();
      forgetTyped(form);
    } catch (error) {
      // An inert element cannot take the focus, so the form must be enabled first.
      flushSync(() => setBusy(false));
      const refusal = error instanceof ApiError ? error : null;
      // The key is spent: on other content, or on something that is gone. The next try needs a new one.
      const isStale = refusal?.code === 'already_made' || refusal?.code === 'not_found';
      if (isStale) draft?.renewKey();
      const fields = refusal?.fields ?? {};
      const isVisible = refusal !== null && (isShown?.(refusal) || hasAllFields(form, refusal));
      const text = explain?.(fields);
      if (text && Object.keys(fields).length === 0) showFailureOf(text, error);
      else if (explain) showError(text ?? null);
      else if (!isVisible) showFailure(error, fallback);
      setFailure(refusal);
      markFields(form, fields, focused);
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    if (explain) showError(explain(found));
    markFields(form, found);
  }

  function markFields(form: HTMLFormElement, found: FieldErrors, focused?: Element | null) {
    setErrors(found);
    const [first] = Object.keys(found);
    const control = first ? form.elements.namedItem(first) : focused;
    if (control instanceof HTMLElement && control.isConnected) control.focus();
  }

  /** Re-enables a form that stays on the screen after it was sent. */
  const settle = () => setBusy(false);

  /** The props that make an input a field of this form. */
  const field = (name: string) => ({ name, error: errors[name] });

  return { errors, failure, busy, settle, submit, field };
}

/**
 * The form of a FormDialog, with typed text kept as the draft `name`. `original`: the values before, if it edits
 * something that exists; `values` are those to start with. Only for components that the server does not render.
 */
export function useDraftForm<Schema extends z.ZodType, Original extends Fields = Fields>(
  name: string,
  schema: Schema,
  send: (input: z.output<Schema>, key?: string) => Promise<void>,
  { original, ...options }: Omit<Options, 'draft'> & { original?: Original } = {},
) {
  const draft = useDraft(name);
  const form = useForm(schema, send, { ...options, draft, ...(original && { original }) });
  const values = { ...original, ...draft.typed } as Original & Fields;
  const field = (name: string) => ({ ...form.field(name), defaultValue: values[name] });
  return { ...form, draft, values, field, ...(original && { original }) };
}

/** The field 'coordinator.email' is the `email` of `coordinator`. */
function nest(flat: Record<string, unknown>): Record<string, unknown> {
  const nested: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(flat)) {
    const [part = '', field] = name.split('.');
    nested[part] = field === undefined ? value : { ...(nested[part] as object), [field]: value };
  }
  return nested;
}

function showError(text: string | null): void {
  if (text !== null) showToast({ tone: 'error', text });
}

/** Whether every reason shows at a field of this form: a toast would only repeat it. */
function hasAllFields(form: HTMLFormElement, { code, fields }: ApiError): boolean {
  const names = Object.keys(fields);
  return code === 'invalid' && names.length > 0 && names.every((name) => form.elements.namedItem(name));
}
