import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { splitLink } from '~/content/figures';
import { cleanEmail } from '~/shared/clean-text';
import { type Edition, pathIn } from '~/shared/editions';
import {
  ENQUIRY_COUNTRIES,
  ENQUIRY_LIMITS,
  HONEYPOT_FIELD,
  PHONE_PATTERN,
  TYPED_PHONE_PATTERN,
} from '~/shared/enquiries/fields';
import { completePhone, findPhoneProblem, type PhoneProblem } from '~/shared/phones/complete';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { EDITION_TEXTS } from '../editions';

export const ENQUIRY_FIELDS = ['nombre', 'email', 'pais', 'telefono', 'mensaje'] as const;
export type EnquiryField = (typeof ENQUIRY_FIELDS)[number];

type Values = Partial<Record<EnquiryField, string>>;
type Errors = Partial<Record<EnquiryField | '', string>>;

export type ContactFormProps = {
  action: string;
  /** Hidden values and the honeypot, sent only to this product's own endpoint; omitted for an external address. */
  own?: Record<string, string> | undefined;
  /** What the visitor typed, when the server returns the form. */
  values?: Values | undefined;
  /** One sentence per wrong field; the key '' is for the whole form. */
  errors?: Errors | undefined;
  /** Omitted at build, when all visitors would share one id; set when the form is opened. */
  submissionId?: string | undefined;
  edition?: Edition | undefined;
};

/** What each part of the form says: its texts, what was typed, and what is wrong with that. */
const Said = createContext({ strings: enquiryStrings, values: {} as Values, errors: {} as Errors });
const idOf = (field: EnquiryField) => `contacto-${field}`;

/** True from submission until the page is left or restored from the back/forward history. */
function useSubmitting() {
  const [submitting, setSubmitting] = useState(false);
  useEffect(() => {
    const reset = () => setSubmitting(false);
    window.addEventListener('pageshow', reset);
    return () => window.removeEventListener('pageshow', reset);
  }, []);
  return [submitting, () => setSubmitting(true)] as const;
}

/**
 * Tidies the email and completes the phone number when a field or the country changes: on blur, on Enter, or by autofill.
 * While typing, reports what the number lacks.
 */
function useTidyContact() {
  const form = useRef<HTMLFormElement>(null);
  const [lack, setLack] = useState<PhoneProblem | null>(null);
  useEffect(() => {
    const element = form.current;
    if (!element) return;
    const phone = element.elements.namedItem('telefono') as HTMLInputElement;
    const country = element.elements.namedItem('pais') as HTMLSelectElement;
    const email = element.elements.namedItem('email') as HTMLInputElement;
    const look = () => setLack(findPhoneProblem(phone.value, country.value));
    const tidy = () => {
      const tidied = completePhone(phone.value, country.value);
      if (tidied !== phone.value) phone.value = tidied;
      const address = cleanEmail(email.value);
      if (address !== email.value) email.value = address;
      look();
    };
    tidy();
    // What is typed is completed here, so what is left must be right.
    phone.pattern = PHONE_PATTERN;
    // The native event: React's onChange fires on every keystroke, this one when the field is finished.
    element.addEventListener('change', tidy);
    element.addEventListener('input', look);
    return () => {
      element.removeEventListener('change', tidy);
      element.removeEventListener('input', look);
    };
  }, []);
  return { form, lack };
}

function ErrorSummary() {
  const { strings, errors } = useContext(Said);
  const wrong = ENQUIRY_FIELDS.filter((field) => errors[field]);
  if (wrong.length === 0 && !errors['']) return null;
  return (
    <div className="summary" role="alert">
      <p>{errors[''] ?? strings.errors.summary}</p>
      <ul>
        {wrong.map((field) => (
          <li key={field}>
            <a href={`#${idOf(field)}`}>{errors[field]}</a>
          </li>
        ))}
      </ul>
    </div>
  );
}

type FieldProps = {
  field: EnquiryField;
  hints?: readonly string[];
  /** The part of the hint that changes while typing, announced by screen readers. */
  liveHint?: string;
  children: (control: {
    id: string;
    name: string;
    required: true;
    'aria-invalid': true | undefined;
    'aria-describedby': string | undefined;
    maxLength: number | undefined;
    defaultValue: string | undefined;
  }) => ReactNode;
};

function Field({ field, hints = [], liveHint, children }: FieldProps) {
  const { strings, values, errors } = useContext(Said);
  const error = errors[field];
  const id = idOf(field);
  const notes = [...hints.map((_, index) => `${id}-${index}`), ...(error ? [`${id}-error`] : [])];
  return (
    <div className="field">
      <label htmlFor={id}>{strings.labels[field]}</label>
      {children({
        id,
        name: field,
        required: true,
        'aria-invalid': error ? true : undefined,
        'aria-describedby': notes.join(' ') || undefined,
        maxLength: field === 'pais' ? undefined : ENQUIRY_LIMITS[field],
        defaultValue: values[field],
      })}
      {hints.map((hint, index) => (
        <p className="hint" id={`${id}-${index}`} key={hint}>
          {hint}
        </p>
      ))}
      {liveHint !== undefined && (
        <p className="hint said" role="status">
          {liveHint}
        </p>
      )}
      {error && (
        <p className="error" id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

function OwnFields({ own }: { own: Record<string, string> }) {
  const { honeypotLabel } = useContext(Said).strings;
  return (
    <>
      {Object.entries(own).map(([name, value]) => (
        <input type="hidden" key={name} name={name} value={value} />
      ))}
      <div className="trap" aria-hidden="true" inert>
        <label>
          {honeypotLabel}
          <input name={HONEYPOT_FIELD} tabIndex={-1} autoComplete="off" />
        </label>
      </div>
    </>
  );
}

/**
 * The enquiry form, a native POST. The dialog hydrates it; /contacto and the correction page render it without script.
 */
export function ContactForm({
  action,
  own,
  values = {},
  errors = {},
  submissionId,
  edition = 'general',
}: ContactFormProps) {
  const { form: strings } = EDITION_TEXTS[edition];
  const consent = splitLink(strings.consent);
  const [submitting, startSubmitting] = useSubmitting();
  const { form, lack } = useTidyContact();
  return (
    <Said value={{ strings, values, errors }}>
      <form
        ref={form}
        className="enquiry"
        method="post"
        action={action}
        aria-busy={submitting || undefined}
        onSubmit={(event) => {
          // Not `disabled`: a disabled button loses focus, and keyboard users their place.
          if (submitting) event.preventDefault();
          else startSubmitting();
        }}
      >
        <ErrorSummary />
        <input type="hidden" name="submission_id" defaultValue={submissionId} suppressHydrationWarning />
        {own && <OwnFields own={own} />}
        <Field field="nombre">{(control) => <input {...control} autoComplete="name" />}</Field>
        <Field field="email">{(control) => <input {...control} type="email" autoComplete="email" />}</Field>
        <Field field="pais">
          {(control) => (
            <select {...control} autoComplete="country">
              <option value="">{strings.countryPlaceholder}</option>
              {ENQUIRY_COUNTRIES.map(({ code, label }) => (
                <option key={code} value={code}>
                  {label}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field
          field="telefono"
          hints={[strings.phoneHintFormat, strings.phoneHintExample]}
          liveHint={lack ? strings.phoneLacks[lack] : ''}
        >
          {(control) => (
            <input
              {...control}
              type="tel"
              autoComplete="tel"
              pattern={TYPED_PHONE_PATTERN}
              title={strings.phoneHintExample}
            />
          )}
        </Field>
        <Field field="mensaje">{(control) => <textarea {...control} rows={4} />}</Field>
        <p className="hint">
          {consent.before}
          <a href={pathIn(edition, '/privacidad')} target="_blank" rel="noopener">
            {consent.link}
            <span className="sr"> {strings.otherTab}</span>
          </a>
          {consent.after}
        </p>
        <button className="btn" type="submit" aria-disabled={submitting || undefined}>
          {submitting ? strings.submitting : strings.submit}
        </button>
      </form>
    </Said>
  );
}
