import { query } from '~/server/database/connection';
import { type LeadStatus, NONE } from '~/shared/leads/enums';
import {
  AWAITING_REPLY,
  bindValues,
  buildWhere,
  indexOf,
  isOnlyOf,
  type ResolvedFilters,
  splitDayAgenda,
  WAITING,
} from './filters';
import { readTotal } from './lead-list-queries';

type Standing = { estado: LeadStatus; total: number; waiting: number; repeated: number };

export const selectStanding = query<[], Standing>(
  `SELECT estado, sum(total) AS total, sum(waiting) AS waiting, sum(repeated) AS repeated
   FROM lead_counters GROUP BY estado`,
);

export const selectCame = query<[{ since: string }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_scan WHERE deleted_at IS NULL AND created_at >= :since`,
);

export const selectAwaitingReply = query<[], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_awaiting_reply WHERE deleted_at IS NULL AND ${AWAITING_REPLY}`,
);

/** Leads per owner; '' is nobody. */
export const selectOwnerTotals = query<[], { owner: string; total: number }>(
  'SELECT owner, sum(total) AS total FROM owner_counters GROUP BY owner',
);

export const selectDueBefore = query<[{ day: string }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on < :day`,
);

export const selectDueDays = query<[{ from: string; to: string }], { day: string; total: number }>(
  `SELECT next_contact_on AS day, count(*) AS total FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND next_contact_on IS NOT NULL AND next_contact_on >= :from AND next_contact_on <= :to
   GROUP BY next_contact_on`,
);

/** FROM and WHERE of one owner's day; the index is ordered by owner. */
const OF_OWNER = 'FROM leads INDEXED BY leads_by_own_day WHERE deleted_at IS NULL AND owner_id = owner AND';

/**
 * Leads to do per owner and day: `before` also counts everything overdue by then; '', on whichever day, who waits for an
 * answer, and for a first contact without a date. One lookup per owner and day, because grouping would sort everything
 * due.
 */
export const selectToDo = query<[{ days: string; before: string }], { owner: string; day: string; total: number }>(
  `SELECT owner, value AS day, CASE value
     WHEN '' THEN (SELECT count(*) ${OF_OWNER} next_contact_on IS NULL AND ${WAITING} AND NOT ${AWAITING_REPLY})
       + (SELECT count(*) FROM leads INDEXED BY leads_awaiting_reply
          WHERE deleted_at IS NULL AND ${AWAITING_REPLY} AND owner_id = owner)
     WHEN :before THEN (SELECT count(*) ${OF_OWNER} next_contact_on <= :before AND NOT ${AWAITING_REPLY})
     ELSE (SELECT count(*) ${OF_OWNER} next_contact_on = value AND NOT ${AWAITING_REPLY}) END AS total
   FROM (SELECT DISTINCT owner FROM owner_counters WHERE owner <> '' AND total > 0) JOIN json_each(:days)`,
);

/** Changes with every event, every write of another connection, and whoever begins to wait by a failure, which is no event. */
export const selectVersion = query<[], { version: string }>(
  `SELECT coalesce((SELECT seq FROM sqlite_sequence WHERE name = 'lead_events'), 0) || ' ' || data_version || ' ' || (
     SELECT coalesce(group_concat(id), '') FROM leads INDEXED BY leads_awaiting_reply
     WHERE deleted_at IS NULL AND ${AWAITING_REPLY}
   ) AS version FROM pragma_data_version`,
);

type Named = 'estado' | 'pais' | 'client_type' | 'owner';

/** How many leads match: from the summary tables if they cover the filters, otherwise by reading one index. */
export function selectTotal(resolved: ResolvedFilters): number {
  const parts = splitDayAgenda(resolved);
  if (parts) return selectCount(parts[0]) + selectCount(parts[1]);
  const { contacto, duplicados } = resolved.filters;
  if (contacto === 'respuesta') return selectCount(resolved);
  const column = duplicados ? 'repeated' : contacto ? 'waiting' : 'total';
  if (isOnlyOf(resolved, ['estado', 'pais', 'client_type', contacto ? 'contacto' : 'duplicados']))
    return selectSum(column, 'lead_counters', ['estado', 'pais', 'client_type'], resolved);
  if (isOnlyOf(resolved, ['owner', 'estado']))
    return selectSum('total', 'owner_counters', ['owner', 'estado'], resolved);
  return selectCount(resolved);
}

function selectCount(resolved: ResolvedFilters): number {
  return readTotal(
    `SELECT count(*) FROM leads INDEXED BY ${indexOf(resolved, 'total')} WHERE ${buildWhere(resolved)}`,
    bindValues(resolved),
  );
}

function selectSum(column: string, summary: string, names: Named[], resolved: ResolvedFilters): number {
  const conditions = names
    .filter((name) => resolved.filters[name])
    .map((name) => (resolved.filters[name] === NONE ? `${name} = ''` : `${name} = :${name}`));
  return readTotal(
    `SELECT sum(${column}) FROM ${summary} WHERE ${['TRUE', ...conditions].join(' AND ')}`,
    bindValues(resolved),
  );
}
