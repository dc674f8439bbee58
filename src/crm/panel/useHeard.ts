import { type RefObject, useRef } from 'react';
import type { Lead } from '~/shared/leads/lead';
import type { LiveUpdate } from '~/shared/leads/live';
import { useStable } from '../ui/useStable';
import { type Heard, movesRows, type PanelState } from './panel-state';
import type { Gate } from './useGate';

/**
 * What the server says of leads, on its way into the panel. Rows that would move others wait for `gate`, of each lead
 * the newest; the rest is shown at once: the counters, rows that keep their place, and those that somebody here is
 * changing (`isOwn`). `forget` drops what waits of a lead of which the panel knows something newer, and answers whether
 * something did.
 */
export function useHeard(
  gate: Gate,
  state: RefObject<PanelState>,
  isOwn: (id: number) => boolean,
  show: (update: Heard) => void,
): { hear: (update: LiveUpdate) => void; forget: (id: number) => boolean } {
  const waiting = useRef(new Map<number, Lead | null>());
  const { showWaiting } = useStable({
    showWaiting: () => {
      const rows = waiting.current;
      if (rows.size === 0) return;
      waiting.current = new Map();
      show(fromRows(rows));
    },
  });

  function hear({ leads, gone, counters }: LiveUpdate) {
    const rows = [...leads.map((lead) => [lead.id, lead] as const), ...gone.map((id) => [id, null] as const)];
    const atOnce = new Map<number, Lead | null>();
    for (const [id, lead] of rows) {
      waiting.current.delete(id);
      const waits = !isOwn(id) && movesRows(state.current, id, lead, Date.now());
      (waits ? waiting.current : atOnce).set(id, lead);
    }
    show({ ...fromRows(atOnce), counters });
    if (waiting.current.size > 0) gate.whenOpen(showWaiting);
  }

  return { hear, forget: (id) => waiting.current.delete(id) };
}

function fromRows(rows: Map<number, Lead | null>): Heard {
  const gone = [...rows.keys()].filter((id) => rows.get(id) === null);
  return { leads: [...rows.values()].filter((lead) => lead !== null), gone };
}
