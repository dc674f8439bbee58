import type { Database } from 'better-sqlite3';

/** By kind, how many messages that wait in a backup had gone out since, will go out, and are held. */
export type SettledOutbox = Record<'goneOut' | 'due' | 'held', Map<string, number>>;

type Known = { state: string; finished_at: string | null; last_error: string | null };

/** Seen in the list of deliveries, where somebody sends it again or discards it. */
const HELD = 'Esperaba en el respaldo que se restauró y no se sabe si ya había salido. Reenvialo o descartalo.';

/**
 * Decides what becomes of the messages that wait in a backup. What the replaced database (`former`; null if it cannot
 * be compared) has delivered or given up is so here, too, and what waits there is due. What it does not know is held:
 * it may have gone out.
 */
export function settleOutbox(former: Database | null, restored: Database): SettledOutbox {
  const settled: SettledOutbox = { goneOut: new Map(), due: new Map(), held: new Map() };
  const find = former?.prepare<[string], Known>(
    'SELECT state, finished_at, last_error FROM deliveries WHERE message_id = ?',
  );
  const end = restored.prepare<[Known & { id: number }]>(
    'UPDATE deliveries SET state = :state, finished_at = :finished_at, last_error = :last_error WHERE id = :id',
  );
  const finished_at = new Date().toISOString();
  restored.transaction(() => {
    const waiting = restored
      .prepare<[], { id: number; message_id: string; kind: string }>(
        "SELECT id, message_id, kind FROM deliveries WHERE state = 'pending'",
      )
      .all();
    for (const { id, message_id, kind } of waiting) {
      const known = find?.get(message_id) ?? { state: 'failed', finished_at, last_error: HELD };
      const fate = known.last_error === HELD ? 'held' : known.state === 'pending' ? 'due' : 'goneOut';
      settled[fate].set(kind, (settled[fate].get(kind) ?? 0) + 1);
      if (fate !== 'due') end.run({ ...known, id });
    }
    restored.exec(`
      UPDATE deliveries SET waits = 0 WHERE state = 'pending' AND waits = 1 AND NOT EXISTS (
        SELECT 1 FROM deliveries AS earlier WHERE earlier.kind = deliveries.kind AND earlier.state = 'pending'
          AND earlier.webhook_id IS deliveries.webhook_id AND earlier.lead_id = deliveries.lead_id
          AND earlier.id < deliveries.id
      )`);
  })();
  return settled;
}
