import type { LeadCounters } from '~/shared/leads/counters';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { describeClock, localOffset } from '~/shared/moments';
import { leadStrings } from '~/shared/strings/leads';
import { onPlainClick } from '../../ui/plain-click';
import { pageOffset } from '../../ui/reading/page-zone';
import { useNow } from '../../ui/useNow';

/** Leads awaiting their first contact, longest wait first. */
export const WAITING: LeadFilters = { contacto: 'pendiente', orden: 'antiguos' };

/** Leads awaiting an answer to a message. */
export const REPLY: LeadFilters = { contacto: 'respuesta' };

/**
 * The clock, and a link to the leads awaiting their first contact, or else an answer, with their count; null if that
 * could not be read.
 */
export function WaitingHead({
  counters,
  now,
  onChoose,
}: {
  counters: LeadCounters | null;
  now: number;
  onChoose: (filters: LeadFilters) => void;
}) {
  const clock = useNow(
    (now) => describeClock(now, localOffset),
    () => describeClock(now, pageOffset),
  );
  const replies = counters?.esperan_respuesta;
  const first = counters?.sin_contactar;
  const list = first || !replies ? WAITING : REPLY;
  return (
    <p className="waiting-head">
      <time className="hour-mark">{clock}</time>
      {counters && (
        <a href={panelPath(list)} onClick={onPlainClick(() => onChoose(list))}>
          {leadStrings.waitingNow(first || replies || 0, Boolean(first && replies))}
        </a>
      )}
    </p>
  );
}
