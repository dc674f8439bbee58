import { ENQUIRY_COUNTRIES, ENQUIRY_FIELDS, type EnquiryField } from '~/shared/enquiries/fields';
import type { enquiryStrings } from '~/shared/strings/enquiries';
import type { Sent } from './sent';

type Props = {
  sent: Sent;
  isReceived: boolean;
  strings: typeof enquiryStrings;
  onAnother: () => void;
};

/** Shown on coming back after sending: that it was received and what it said, or that this is unknown. */
export function AlreadySent({ sent, isReceived, strings, onAnother }: Props) {
  if (!isReceived)
    return (
      <div className="again" role="status">
        <p>{strings.unknown}</p>
        <p>{strings.unknownHint}</p>
      </div>
    );
  return (
    <div className="again received" role="status">
      <p>{strings.received}</p>
      <p>{strings.receivedHint}</p>
      <dl>
        {ENQUIRY_FIELDS.map((field) => (
          <div key={field}>
            <dt>{strings.labels[field]}</dt>
            <dd>{describe(field, sent[field] ?? '')}</dd>
          </div>
        ))}
      </dl>
      <button type="button" className="btn" onClick={onAnother}>
        {strings.another}
      </button>
    </div>
  );
}

function describe(field: EnquiryField, value: string): string {
  if (field !== 'pais') return value;
  return ENQUIRY_COUNTRIES.find(({ code }) => code === value)?.label ?? value;
}
