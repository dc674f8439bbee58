import type { LeadCounters } from '~/shared/leads/counters';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import { leadStrings } from '~/shared/strings/leads';
import { onPlainClick } from '../../ui/plain-click';

/** Leads awaiting their first contact, longest wait first. */
export const WAITING: LeadFilters = { contacto: 'pendiente', orden: 'antiguos' };

/** Leads awaiting an answer to a message. */
export const REPLY: LeadFilters = { contacto: 'respuesta' };

/** A sentence that links to the leads awaiting their first contact, or else an answer; `counters` is null if not read. */
export function WaitingHead({
  counters,
  onChoose,
}: {
  counters: LeadCounters | null;
  onChoose: (filters: LeadFilters) => void;
}) {
  const replies = counters?.esperan_respuesta;
  const first = counters?.sin_contactar;
  const list = first || !replies ? WAITING : REPLY;
  return (
    counters && (
      <a
        href={panelPath(list)}
        data-waiting={first || replies ? '' : undefined}
        onClick={onPlainClick(() => onChoose(list))}
        className="waiting-head"
      >
        {leadStrings.waitingNow(first || replies || 0, Boolean(first && replies))}
      </a>
    )
  );
}
