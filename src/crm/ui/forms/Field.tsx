import type { ComponentProps, ReactNode } from 'react';
import { useId } from 'react';
import { Icon } from '../Icon';
import { useEarlyChange } from './useEarlyChange';

type Wiring = { label: string; hint?: ReactNode; error?: string | undefined; hideLabel?: boolean };

type FieldProps = Wiring & { id: string; children: ReactNode };

/** Connects label, control, hint and error for screen readers. */
function Field({ id, label, hint, error, hideLabel, children }: FieldProps) {
  return (
    <div>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'mb-1 block text-sm font-medium text-ink-soft'}>
        {label}
      </label>
      {children}
      {hint && (
        <p id={`${id}-hint`} className="mt-1 text-sm text-ink-faint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1 flex gap-1.5 text-sm text-terracotta-dark">
          <Icon name="warning" className="mt-0.5 size-4" />
          {error}
        </p>
      )}
    </div>
  );
}

function describe(id: string, { hint, error }: Pick<Wiring, 'hint' | 'error'>) {
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { 'aria-describedby': ids || undefined, 'aria-invalid': error ? (true as const) : undefined };
}

type Props = ComponentProps<'input'> & Wiring & { trailing?: ReactNode };

/** An input with its label. `trailing` is drawn inside its right end, for example a unit or a small button. */
export function InputField({ label, hint, error, hideLabel, trailing, className = '', ...input }: Props) {
  const ownId = useId();
  const id = input.id ?? ownId;
  useEarlyChange(id, input.onChange);
  const wiring = { label, hint, ...(error && { error }), ...(hideLabel && { hideLabel }) };
  return (
    <Field id={id} {...wiring}>
      <div className="relative">
        <input
          {...input}
          {...describe(id, wiring)}
          id={id}
          className={`control ${trailing ? 'pr-11' : ''} ${className}`}
        />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div>}
      </div>
    </Field>
  );
}

/** A multi-line box with its label. */
export function TextareaField({
  label,
  hint,
  error,
  hideLabel,
  className = '',
  ...textarea
}: ComponentProps<'textarea'> & Wiring) {
  const ownId = useId();
  const id = textarea.id ?? ownId;
  const wiring = { label, hint, ...(error && { error }), ...(hideLabel && { hideLabel }) };
  return (
    <Field id={id} {...wiring}>
      <textarea {...textarea} {...describe(id, wiring)} id={id} className={`control ${className}`} />
    </Field>
  );
}

/** A native select with its label; `children` are its options. */
export function SelectField({
  label,
  hint,
  error,
  hideLabel,
  className = '',
  ...select
}: ComponentProps<'select'> & Wiring) {
  const ownId = useId();
  const id = select.id ?? ownId;
  useEarlyChange(id, select.onChange);
  const wiring = { label, hint, ...(error && { error }), ...(hideLabel && { hideLabel }) };
  return (
    <Field id={id} {...wiring}>
      <div className="relative">
        <select
          {...select}
          {...describe(id, wiring)}
          id={id}
          className={`control appearance-none pr-9 ${className}`}
        />
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
        />
      </div>
    </Field>
  );
}

/** A checkbox with its label beside it. */
export function CheckboxField({ label, hint, ...input }: ComponentProps<'input'> & Wiring) {
  const ownId = useId();
  const id = input.id ?? ownId;
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        {...describe(id, { hint })}
        id={id}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-petrol pointer-coarse:size-6"
      />
      <div>
        <label htmlFor={id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${id}-hint`} className="text-sm text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
