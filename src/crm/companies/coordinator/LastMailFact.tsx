import { ActionButton } from '~/crm/ui/ActionButton';
import { attempt } from '~/crm/ui/attempt';
import { Badge, type Tone } from '~/crm/ui/Badge';
import { LocalTime } from '~/crm/ui/LocalTime';
import type { DeliveryState, LastMail } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { resendMail } from '../company-api';

const TONES: Record<DeliveryState, Tone> = { pending: 'waiting', sent: 'success', failed: 'attention' };
const { states, ends, toasts } = deliveryStrings;

/** Whether the last mail to the coordinator was sent, with a resend button if it failed. */
export function LastMailFact({ mail, onChanged }: { mail: LastMail; onChanged: () => Promise<void> }) {
  async function resend() {
    const outcome = { done: toasts.resent, failed: toasts.resendFailed };
    if (await attempt(() => resendMail(mail.id), outcome)) await onChanged();
  }

  return (
    <>
      {deliveryStrings.events[mail.event] ?? mail.event}
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {mail.state === 'sent' && mail.ended_in ? (
          <Badge tone="muted">{ends[mail.ended_in]}</Badge>
        ) : (
          <Badge tone={TONES[mail.state]}>{states[mail.state]}</Badge>
        )}
        {mail.state === 'failed' ? (
          <ActionButton size="small" onClick={resend} busyLabel={deliveryStrings.resending}>
            {deliveryStrings.resend}
          </ActionButton>
        ) : (
          <LocalTime at={mail.created_at} className="text-sm text-ink-faint tabular-nums" />
        )}
      </span>
    </>
  );
}
