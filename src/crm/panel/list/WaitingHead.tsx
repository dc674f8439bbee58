import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { describeClock, localOffset, noOffset } from '~/shared/moment';
import { leadStrings } from '~/shared/strings/leads';
import { isPlainClick } from '../../ui/plain-click';
import { useAsTimePasses } from '../../ui/useNow';

/** Leads awaiting their first contact, longest wait first. */
export const WAITING: LeadFilters = { contacto: 'pendiente', orden: 'antiguos' };

/** The clock, and a link to the waiting leads with their count; null if that could not be read. */
export function WaitingHead({
  count,
  now,
  onChoose,
}: {
  count: number | null;
  now: number;
  onChoose: (filters: LeadFilters) => void;
}) {
  const clock = useAsTimePasses(
    (now) => describeClock(now, localOffset),
    () => describeClock(now, noOffset),
  );
  return (
    <p className="waiting-head">
      <time className="hour-mark">{clock}</time>
      {count !== null && (
        <a
          href={panelPath(WAITING)}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            onChoose(WAITING);
          }}
        >
          {leadStrings.waitingNow(count)}
        </a>
      )}
    </p>
  );
}
