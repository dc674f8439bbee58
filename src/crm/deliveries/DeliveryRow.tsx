import { useState } from 'react';
import type { DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { Badge } from '../ui/Badge';
import { Button } from '../ui/Button';
import { LocalTime } from '../ui/LocalTime';
import { TableCell, TableRow } from '../ui/Table';
import { eventName, fullName, STATE_TONES } from './describe';
import { KeptUntil } from './KeptUntil';

const { columns, states, kinds } = deliveryStrings;

/** One message: subject, state, and two buttons. */
export function DeliveryRow({
  delivery,
  onView,
  onResend,
}: {
  delivery: DeliverySummary;
  onView: () => void;
  onResend: () => Promise<unknown>;
}) {
  const [busy, setBusy] = useState(false);
  const name = fullName(delivery);

  async function resend() {
    setBusy(true);
    await onResend();
    setBusy(false);
  }

  return (
    <TableRow>
      <TableCell className="order-3 col-span-2 mt-1 text-sm text-ink-faint tabular-nums lg:mt-0 lg:whitespace-nowrap">
        <LocalTime at={delivery.created_at} />
      </TableCell>
      <TableCell className="order-1 wrap-anywhere">
        <span className="font-medium">{eventName(delivery)}</span>
        <span className="block text-sm text-ink-soft">
          {[delivery.about, kinds[delivery.kind]].filter(Boolean).join(' · ')}
        </span>
      </TableCell>
      <TableCell className="order-2 self-start">
        <Badge tone={STATE_TONES[delivery.state]}>{states[delivery.state]}</Badge>
      </TableCell>
      <TableCell label={columns.attempts} className="order-4 col-span-2 tabular-nums">
        {delivery.attempts}
      </TableCell>
      <TableCell className="order-5 col-span-2 text-sm wrap-anywhere lg:max-w-md">
        <Result delivery={delivery} />
      </TableCell>
      <TableCell className="order-6 col-span-2 mt-3 lg:mt-0 lg:text-right lg:whitespace-nowrap">
        <span className="flex gap-2 lg:justify-end">
          <Button size="small" look="ghost" aria-label={deliveryStrings.viewThis(name)} onClick={onView}>
            {deliveryStrings.view}
          </Button>
          <Button
            size="small"
            aria-label={busy ? undefined : deliveryStrings.resendThis(name)}
            onClick={() => void resend()}
            busyLabel={busy && deliveryStrings.resending}
          >
            {deliveryStrings.resend}
          </Button>
        </span>
      </TableCell>
    </TableRow>
  );
}

function Result({ delivery }: { delivery: DeliverySummary }) {
  const { state, waits, last_error, last_status, next_attempt_at, attempts } = delivery;
  if (state === 'sent') return last_status === null ? null : deliveryStrings.answered(last_status);
  return (
    <>
      {last_error && <span className="block">{last_error}</span>}
      {state === 'failed' && (
        <span className="block text-ink-soft">
          {deliveryStrings.keptUntil} <KeptUntil delivery={delivery} />
        </span>
      )}
      {state === 'pending' && waits === 1 && (
        <span className="block text-ink-soft">{deliveryStrings.inLine}</span>
      )}
      {state === 'pending' && waits === 0 && attempts > 0 && (
        <span className="block text-ink-soft">
          {deliveryStrings.nextAttempt}: <LocalTime at={next_attempt_at} />
        </span>
      )}
    </>
  );
}
