import { type ComponentProps, type ReactNode, useId } from 'react';
import { Icon } from '../Icon';
import { useEarlyChange } from './useEarlyChange';

type Wiring = {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  hideLabel?: boolean | undefined;
};
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
      <FieldError id={`${id}-error`} text={error} />
    </div>
  );
}

/** What is wrong with a field; nothing without a text. */
export function FieldError({ id, text }: { id: string; text: string | undefined }) {
  return (
    text && (
      <p id={id} className="mt-1 flex gap-1.5 text-sm text-terracotta-dark">
        <Icon name="warning" className="mt-0.5 size-4" />
        {text}
      </p>
    )
  );
}

function useControl(ownId: string | undefined, { hint, error }: Pick<Wiring, 'hint' | 'error'>) {
  const madeId = useId();
  const id = ownId ?? madeId;
  const ids = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ');
  return { id, 'aria-describedby': ids || undefined, 'aria-invalid': error ? (true as const) : undefined };
}

type InputProps = ComponentProps<'input'> & Wiring & { trailing?: ReactNode };

/** An input with its label. `trailing` is drawn inside its right end, for example a unit or a small button. */
export function InputField({ label, hideLabel, trailing, hint, error, className = '', ...input }: InputProps) {
  const control = useControl(input.id, { hint, error });
  useEarlyChange(control.id, input.onChange);
  return (
    <Field id={control.id} {...{ label, hideLabel, hint, error }}>
      <div className="relative">
        <input {...input} {...control} className={`control ${trailing ? 'pr-11' : ''} ${className}`} />
        {trailing && <div className="absolute inset-y-0 right-0 flex items-center pr-1">{trailing}</div>}
      </div>
    </Field>
  );
}

type TextareaProps = ComponentProps<'textarea'> & Wiring;

export function TextareaField({ label, hideLabel, hint, error, className = '', ...textarea }: TextareaProps) {
  const control = useControl(textarea.id, { hint, error });
  return (
    <Field id={control.id} {...{ label, hideLabel, hint, error }}>
      <textarea {...textarea} {...control} className={`control ${className}`} />
    </Field>
  );
}

type SelectProps = ComponentProps<'select'> & Wiring;

/** A native select with its label; `children` are its options. */
export function SelectField({ label, hideLabel, hint, error, className = '', ...select }: SelectProps) {
  const control = useControl(select.id, { hint, error });
  useEarlyChange(control.id, select.onChange);
  return (
    <Field id={control.id} {...{ label, hideLabel, hint, error }}>
      <div className="relative">
        <select {...select} {...control} className={`control appearance-none pr-9 ${className}`} />
        <Icon
          name="chevron"
          className="pointer-events-none absolute top-1/2 right-2.5 size-4 -translate-y-1/2 text-ink-faint"
        />
      </div>
    </Field>
  );
}

export function CheckboxField({ label, hint, ...input }: ComponentProps<'input'> & Wiring) {
  const control = useControl(input.id, { hint });
  return (
    <div className="flex items-start gap-3">
      <input
        {...input}
        {...control}
        type="checkbox"
        className="mt-0.5 size-5 shrink-0 accent-petrol pointer-coarse:size-6"
      />
      <div>
        <label htmlFor={control.id} className="font-medium">
          {label}
        </label>
        {hint && (
          <p id={`${control.id}-hint`} className="text-sm text-ink-faint">
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
