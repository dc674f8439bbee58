import { query } from '~/server/database/connection';
import { NONE } from '~/shared/leads/filters';
import type { LeadStatus } from '~/shared/leads/lead';
import { describeChoice, indexOf, isOnlyOf, type LeadChoice, valuesOf } from '../lead-list-queries';

type Standing = { estado: LeadStatus; total: number; waiting: number; repeated: number };

export const selectStanding = query<[], Standing>(
  `SELECT estado, sum(total) AS total, sum(waiting) AS waiting, sum(repeated) AS repeated
   FROM lead_counters GROUP BY estado`,
);

/** How many came since a moment and stand, and how many of them since a later one. */
export const selectCame = query<[{ since: string; since_before: string }], { before: number; came: number }>(
  `SELECT count(*) AS before, count(*) FILTER (WHERE created_at >= :since) AS came
   FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= :since_before`,
);

/** How many leads each person has; '' is nobody. */
export const selectOwnerTotals = query<[], { owner: string; total: number }>(
  'SELECT owner, sum(total) AS total FROM owner_counters GROUP BY owner',
);

/** How many leads are to be contacted before a day. */
export const selectDueBefore = query<[{ day: string }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :day`,
);

/** How many are to be contacted on each day of a few. */
export const selectDueDays = query<[{ from: string; to: string }], { day: string; total: number }>(
  `SELECT next_contact_on AS day, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on >= :from AND next_contact_on <= :to
   GROUP BY next_contact_on`,
);

/** Those who came since a moment and stand, by status. */
export const selectCameByStatus = query<[{ since: string }], { estado: LeadStatus; total: number }>(
  `SELECT estado, count(*) AS total FROM leads INDEXED BY leads_scan
   WHERE deleted_at IS NULL AND created_at >= :since GROUP BY estado`,
);

export type Move = {
  lead_id: number;
  type: string;
  from_value: string | null;
  to_value: string | null;
  estado: LeadStatus;
  stands: 0 | 1;
};

/** What happened since a moment to the status of leads that had come before, and whether they stood, as it happened. */
export const selectMoves = query<[{ since: string }], Move>(
  `SELECT leads.id AS lead_id, type, from_value, to_value, estado, deleted_at IS NULL AS stands
   FROM lead_events AS event INDEXED BY lead_events_moves CROSS JOIN leads ON leads.id = coalesce(origin_id, lead_id)
   WHERE event.created_at >= :since AND (field = 'estado' OR type IN ('deleted', 'restored', 'joined', 'separated'))
     AND leads.created_at < :since
   ORDER BY event.created_at, event.id`,
);

/** By which it is known that nothing has changed: the last event, and what other connections have written. */
export const selectVersion = query<[], { version: string }>(
  `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lead_events'), 0) || ' ' || data_version AS version
   FROM pragma_data_version`,
);

type Named = 'estado' | 'pais' | 'client_type' | 'owner';

/** How many leads match filters: off the summaries where they know them all, or by reading one index. */
export function selectTotal(choice: LeadChoice): number {
  const { contacto, duplicados } = choice.filters;
  const column = duplicados ? 'repeated' : contacto ? 'waiting' : 'total';
  if (isOnlyOf(choice, ['estado', 'pais', 'client_type', contacto ? 'contacto' : 'duplicados']))
    return selectSum(column, 'lead_counters', ['estado', 'pais', 'client_type'], choice);
  if (isOnlyOf(choice, ['owner', 'estado']))
    return selectSum('total', 'owner_counters', ['owner', 'estado'], choice);
  const index = isOnlyOf(choice, ['idle']) ? 'leads_by_activity' : indexOf(choice);
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT count(*) AS total FROM leads INDEXED BY ${index} WHERE ${describeChoice(choice)}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}

function selectSum(column: string, summary: string, names: Named[], choice: LeadChoice): number {
  const asked = names.filter((name) => choice.filters[name]);
  const conditions = asked.map((name) =>
    choice.filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`,
  );
  const select = query<[Record<string, unknown>], { total: number | null }>(
    `SELECT sum(${column}) AS total FROM ${summary} WHERE ${['TRUE', ...conditions].join(' AND ')}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}
