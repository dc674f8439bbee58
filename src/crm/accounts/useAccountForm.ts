import { type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { accountStrings } from '~/shared/strings/accounts';
import { ApiError } from '../api-client';
import { showToast } from '../ui/toasts';

/**
 * What the account forms share: read the form, check it with the schema that the endpoint uses, send it, and show
 * what was wrong beside each field and as a toast. `failure` is why the server refused it. `extra` joins values that
 * no field holds; it is asked when the form is sent, which can be before the screen's first effects.
 */
export function useAccountForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>) => Promise<void>,
  extra: () => Record<string, string> = () => ({}),
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [failure, setFailure] = useState<ApiError | null>(null);
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const parsed = schema.safeParse({ ...Object.fromEntries(new FormData(form)), ...extra() });
    if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
    setErrors({});
    setFailure(null);
    setBusy(true);
    try {
      await send(parsed.data);
    } catch (error) {
      setBusy(false);
      showToast({
        tone: 'error',
        text: error instanceof ApiError ? error.message : accountStrings.unexpected,
      });
      if (error instanceof ApiError) {
        setFailure(error);
        refuse(form, error.fields);
      }
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    const [first] = Object.keys(found);
    const control = first ? form.elements.namedItem(first) : null;
    if (control instanceof HTMLElement) control.focus();
  }

  /** For a form that stays on the screen once it is sent. */
  const settle = () => setBusy(false);

  return { errors, failure, busy, settle, submit };
}
