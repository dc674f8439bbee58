import { type SubmitEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import type { z } from 'zod';
import { ApiError, showFailure } from '~/crm/api-client';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { showToast } from '../toasts/toasts';
import type { Draft, Fields } from './drafts';
import { readTyped } from './useDraft';

type Options = {
  /**
   * Joins values that no field holds. It is asked when the form is sent, which can be before the screen's first
   * effects.
   */
  extra?: (form: FormData) => Record<string, unknown>;
  /** The toast where the server gives no reason that people could use. */
  fallback?: string;
  /** Puts every refusal in words for a toast, the form's own ones too, in place of the server's reason. */
  explain?: (fields: FieldErrors) => string;
  /** Where what is typed is kept; it is dropped once it is sent. */
  draft?: Draft;
  /** What the draft's fields hold before anything is typed. */
  original?: Fields;
};

/**
 * What every form shares: read it, check it with the schema that the endpoint uses, send it, show what was wrong
 * beside its field and take the person there. What was typed stays. `failure` is why the server refused it.
 */
export function useForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>, key?: string) => Promise<void>,
  { extra, fallback, explain, draft, original }: Options = {},
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const parsed = schema.safeParse({ ...Object.fromEntries(data), ...extra?.(data) });
    if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
    setErrors({});
    setFailure(null);
    const focused = document.activeElement;
    setBusy(true);
    try {
      await send(parsed.data, draft?.keep(readTyped(form), original));
      draft?.drop();
    } catch (error) {
      // What is inert cannot take the focus back.
      flushSync(() => setBusy(false));
      const refusal = error instanceof ApiError ? error : null;
      // What the press had made before stands as it was then, or is gone.
      const isStale = refusal?.code === 'already_made' || refusal?.code === 'not_found';
      if (isStale) draft?.renewKey();
      if (!explain || refusal?.code === 'already_made') showFailure(error, fallback);
      else showToast({ tone: 'error', text: explain(refusal?.fields ?? {}) });
      setFailure(refusal);
      markFields(form, refusal?.fields ?? {}, focused);
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    if (explain) showToast({ tone: 'error', text: explain(found) });
    markFields(form, found);
  }

  function markFields(form: HTMLFormElement, found: FieldErrors, otherwise?: Element | null) {
    setErrors(found);
    const [first] = Object.keys(found);
    const control = first ? form.elements.namedItem(first) : otherwise;
    if (control instanceof HTMLElement && control.isConnected) control.focus();
  }

  /** For a form that stays on the screen once it is sent. */
  const settle = () => setBusy(false);

  return { errors, failure, busy, settle, submit };
}
