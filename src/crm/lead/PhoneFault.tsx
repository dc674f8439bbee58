import type { Lead } from '~/shared/leads/lead';
import { describePhoneFault } from '~/shared/leads/phone';
import { leadStrings } from '~/shared/strings/leads';

type Props = {
  lead: Lead;
  /** Shows only what is wrong; how to correct it is the tooltip. */
  isShort?: boolean;
  onFix: () => void;
};

/** Says why a phone number has no WhatsApp link, with a button to correct it. Nothing if it has a link. */
export function PhoneFault({ lead, isShort = false, onFix }: Props) {
  const fault = lead.phone_key === null && describePhoneFault(lead.whatsapp, lead.pais);
  if (!fault) return null;
  return (
    <span className="phone-fault">
      <span title={fault.toMend}>{isShort ? fault.what : fault.toMend}</span>{' '}
      <button type="button" aria-label={leadStrings.fixPhoneOf(lead.nombre)} onClick={onFix}>
        {leadStrings.fixPhone}
      </button>
    </span>
  );
}
