import { type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { ApiError, showFailure } from '../api-client';
import { showToast } from './toasts';

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
};

/**
 * What every form shares: read it, check it with the schema that the endpoint uses, send it, show what was wrong
 * beside its field and take the person there. What was typed stays. `failure` is why the server refused it.
 */
export function useForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>) => Promise<void>,
  { extra, fallback, explain }: Options = {},
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
    setBusy(true);
    try {
      await send(parsed.data);
    } catch (error) {
      setBusy(false);
      if (!explain) showFailure(error, fallback);
      if (error instanceof ApiError) setFailure(error);
      refuse(form, error instanceof ApiError ? error.fields : {});
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    if (explain) showToast({ tone: 'error', text: explain(found) });
    const [first] = Object.keys(found);
    const control = first ? form.elements.namedItem(first) : null;
    if (control instanceof HTMLElement) control.focus();
  }

  /** For a form that stays on the screen once it is sent. */
  const settle = () => setBusy(false);

  return { errors, failure, busy, settle, submit };
}
