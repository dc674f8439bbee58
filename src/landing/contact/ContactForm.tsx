import { createContext, type ReactNode, useContext } from 'react';
import { splitLink } from '~/content/figures';
import { type Edition, pathIn } from '~/shared/editions';
import {
  ENQUIRY_COUNTRIES,
  ENQUIRY_FIELDS,
  ENQUIRY_LIMITS,
  type EnquiryField,
  HONEYPOT_FIELD,
  TYPED_PHONE_PATTERN,
} from '~/shared/enquiries/fields';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { EDITION_TEXTS } from '../editions';

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
  /** What stands before the fields. */
  children?: ReactNode;
};

/** What each part of the form says: its texts, what was typed, and what is wrong with that. */
const Said = createContext({ strings: enquiryStrings, values: {} as Values, errors: {} as Errors });
const idOf = (field: EnquiryField) => `contacto-${field}`;

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
  /** What may be wrong while typing: shown, and announced by screen readers, by enhance-form.ts. */
  lacks?: Readonly<Record<string, string>>;
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

function Field({ field, hints = [], lacks, children }: FieldProps) {
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
      {lacks && (
        <p className="hint said" role="status">
          {Object.entries(lacks).map(([problem, sentence]) => (
            <span data-lack={problem} hidden key={problem}>
              {sentence}
            </span>
          ))}
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
 * The enquiry form, a native POST, rendered by the build or the server. Whatever it may say is in it: enhance-form.ts,
 * for the dialog and the pages alike, shows and hides texts but makes none, so a translated form stays translated.
 */
export function ContactForm(props: ContactFormProps) {
  const { action, own, values = {}, errors = {}, submissionId, edition = 'general', children } = props;
  const { form: strings } = EDITION_TEXTS[edition];
  const consent = splitLink(strings.consent);
  return (
    <Said value={{ strings, values, errors }}>
      <form className="enquiry" method="post" action={action}>
        {children}
        <ErrorSummary />
        <input type="hidden" name="submission_id" defaultValue={submissionId} />
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
        <Field field="telefono" hints={[strings.phoneHintFormat, strings.phoneHintExample]} lacks={strings.phoneLacks}>
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
        <button className="btn" type="submit">
          <span>{strings.submit}</span>
          <span hidden>{strings.submitting}</span>
        </button>
      </form>
    </Said>
  );
}
