import { DAYS_KEPT, type DeliverySummary } from '~/shared/deliveries/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { ActionButton } from '../ui/ActionButton';
import { Badge } from '../ui/Badge';
import { LocalTime } from '../ui/LocalTime';
import { onPlainClick } from '../ui/plain-click';
import { TableCell, TableRow } from '../ui/Table';
import { describeCourse, describeState, describeSubject, isResendable } from './describe';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The columns' widths. */
export const DELIVERY_GRID = 'lg:grid-cols-[9.5rem_minmax(0,1.5fr)_11rem_minmax(0,1fr)_7.5rem]';

type Props = {
  delivery: DeliverySummary;
  href: string;
  onView: () => void;
  onResend: () => Promise<unknown>;
};

/** One message as a sentence. Pressing anywhere in the row opens it. */
export function DeliveryRow({ delivery, href, onView, onResend }: Props) {
  const { name, tone } = describeState(delivery);
  const subject = describeSubject(delivery);

  return (
    <TableRow template={DELIVERY_GRID}>
      <TableCell className="order-3 col-span-2 mt-1 text-sm text-ink-faint tabular-nums lg:order-none lg:col-span-1 lg:mt-0">
        <LocalTime at={delivery.created_at} />
      </TableCell>
      <TableCell className="order-1 wrap-anywhere lg:order-none">
        <a href={href} className="row-link" data-in-place onClick={onPlainClick(onView)}>
          {subject}
        </a>
        <span className="block text-sm text-ink-soft">{describeCourse(delivery)}</span>
      </TableCell>
      <TableCell className="order-2 self-start lg:order-none lg:self-center">
        <Badge tone={tone}>{name}</Badge>
      </TableCell>
      <TableCell className="order-4 col-span-2 text-sm text-ink-soft wrap-anywhere lg:order-none lg:col-span-1">
        <Result delivery={delivery} />
      </TableCell>
      <TableCell className="order-5 col-span-2 mt-2 lg:order-none lg:col-span-1 lg:mt-0 lg:text-right">
        {isResendable(delivery) && (
          <ActionButton
            size="small"
            idleName={deliveryStrings.resendThis(subject)}
            onClick={onResend}
            busyLabel={deliveryStrings.resending}
          >
            {deliveryStrings.resend}
          </ActionButton>
        )}
      </TableCell>
    </TableRow>
  );
}

function Result({ delivery }: { delivery: DeliverySummary }) {
  const { state, waits, held, last_error, last_status, next_attempt_at, attempts } = delivery;
  if (state === 'sent') return last_status === null ? null : <>{deliveryStrings.answered(last_status)}</>;
  return (
    <>
      {last_error && <span className="block text-ink">{last_error}</span>}
      {state === 'failed' && (
        <span className="block">
          {deliveryStrings.keptUntil} <KeptUntil delivery={delivery} />
        </span>
      )}
      {state === 'pending' && waits === 0 && held === 0 && attempts > 0 && (
        <span className="block">
          {deliveryStrings.nextAttempt}: <LocalTime at={next_attempt_at} />
        </span>
      )}
    </>
  );
}

/** The day a failed message is removed unless somebody resends it. */
export function KeptUntil({ delivery: { finished_at, created_at } }: { delivery: DeliverySummary }) {
  const until = Date.parse(finished_at ?? created_at) + DAYS_KEPT.failed * DAY_MS;
  return <LocalTime at={new Date(until).toISOString()} parts="date" />;
}
