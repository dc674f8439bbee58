import type { Lead } from '~/shared/leads/lead';
import { describePhoneFault } from '~/shared/leads/phone';
import { leadStrings } from '~/shared/strings/leads';

/** Why a lead's number has no WhatsApp link; null if it has one, or there is no number. */
export function phoneFaultOf(lead: Lead): string | null {
  return lead.phone_key === null ? describePhoneFault(lead.whatsapp, lead.pais) : null;
}

/** Says why a phone number has no WhatsApp link, with a button to correct it. Nothing if it has a link. */
export function PhoneFault({ lead, onFix }: { lead: Lead; onFix: () => void }) {
  const fault = phoneFaultOf(lead);
  if (!fault) return null;
  return (
    <span className="phone-fault">
      {fault}{' '}
      <button type="button" aria-label={leadStrings.fixPhoneOf(lead.nombre)} onClick={onFix}>
        {leadStrings.fixPhone}
      </button>
    </span>
  );
}
