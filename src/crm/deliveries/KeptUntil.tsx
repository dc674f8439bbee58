import { DAYS_KEPT, type DeliverySummary } from '~/shared/deliveries/delivery';
import { LocalTime } from '../ui/LocalTime';

const DAY_MS = 24 * 60 * 60 * 1000;

/** The day a failed message is removed unless somebody resends it. */
export function KeptUntil({ delivery: { finished_at, created_at } }: { delivery: DeliverySummary }) {
  const until = Date.parse(finished_at ?? created_at) + DAYS_KEPT.failed * DAY_MS;
  return <LocalTime at={new Date(until).toISOString()} parts="date" />;
}
