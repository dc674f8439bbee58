import type { Lead } from '~/shared/leads/lead';
import { describePhoneFault } from '~/shared/leads/phone';
import { leadStrings } from '~/shared/strings/leads';

type Props = {
  lead: Lead;
  /** Where there is little room: what is wrong, and how to mend it on hover. */
  isShort?: boolean;
  onFix: () => void;
};

/** Beside a number that gives no link: why, and the way to where it is mended. Nothing where it gives one. */
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
