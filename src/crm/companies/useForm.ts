import { type SubmitEvent, useState } from 'react';
import type { z } from 'zod';
import type { FieldErrors } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { ApiError } from '../api-client';
import { showFailure } from './failure';

/**
 * What the forms of agencies share: read the form, check it with the schema that the endpoint uses, send it, and
 * show what was wrong beside its field. `fallback` is the toast where the server gives no reason; `extra` joins
 * values that no field holds.
 */
export function useForm<Schema extends z.ZodType>(
  schema: Schema,
  send: (input: z.output<Schema>) => Promise<void>,
  { fallback, extra }: { fallback: string; extra?: (form: FormData) => Record<string, unknown> },
) {
  const [errors, setErrors] = useState<FieldErrors>({});
  const [busy, setBusy] = useState(false);

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const data = new FormData(form);
    const parsed = schema.safeParse({ ...Object.fromEntries(data), ...extra?.(data) });
    if (!parsed.success) return refuse(form, fieldErrors(parsed.error));
    setErrors({});
    setBusy(true);
    try {
      await send(parsed.data);
    } catch (error) {
      setBusy(false);
      showFailure(error, fallback);
      if (error instanceof ApiError) refuse(form, error.fields);
    }
  }

  function refuse(form: HTMLFormElement, found: FieldErrors) {
    setErrors(found);
    const [first] = Object.keys(found);
    const control = first ? form.elements.namedItem(first) : null;
    if (control instanceof HTMLElement) control.focus();
  }

  return { errors, busy, submit };
}
