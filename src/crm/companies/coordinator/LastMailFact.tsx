import { useState } from 'react';
import { showFailureOf } from '~/crm/api-client';
import { Badge, type Tone } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { LocalTime } from '~/crm/ui/LocalTime';
import { showToast } from '~/crm/ui/toasts/toasts';
import type { LastMail } from '~/shared/companies/company';
import type { DeliveryState } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { resendMail } from '../company-api';

const TONES: Record<DeliveryState, Tone> = { pending: 'waiting', sent: 'success', failed: 'attention' };
const { states, ends } = deliveryStrings;

/** Whether the last mail to the coordinator was sent, with a resend button if it failed. */
export function LastMailFact({ mail, onChanged }: { mail: LastMail; onChanged: () => Promise<void> }) {
  const [busy, setBusy] = useState(false);

  async function resend() {
    setBusy(true);
    try {
      await resendMail(mail.id);
      showToast({ tone: 'success', text: deliveryStrings.toasts.resent });
      await onChanged();
    } catch (error) {
      showFailureOf(deliveryStrings.toasts.resendFailed, error);
    }
    setBusy(false);
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
          <Button size="small" onClick={() => void resend()} busyLabel={busy && deliveryStrings.resending}>
            {deliveryStrings.resend}
          </Button>
        ) : (
          <LocalTime at={mail.created_at} className="text-sm text-ink-faint tabular-nums" />
        )}
      </span>
    </>
  );
}
