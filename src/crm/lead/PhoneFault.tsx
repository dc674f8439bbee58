import type { Lead } from '~/shared/leads/lead';
import { describePhoneFault } from '~/shared/phones/numbering';
import { phoneStrings } from '~/shared/strings/lead/phone';

/** Says why a phone number has no WhatsApp link, with a button to fix it, or why there is none. Nothing if it has one. */
export function PhoneFault({ lead, onFix }: { lead: Lead; onFix: () => void }) {
  const fault = lead.phone_key === null ? describePhoneFault(lead.whatsapp, lead.pais) : null;
  if (!lead.whatsapp && lead.whatsapp_user_id) return <span className="phone-fault">{phoneStrings.hidden}</span>;
  if (!fault) return null;
  return (
    <span className="phone-fault">
      {fault}{' '}
      <button type="button" aria-label={phoneStrings.fixOf(lead.nombre)} onClick={onFix}>
        {phoneStrings.fix}
      </button>
    </span>
  );
}
