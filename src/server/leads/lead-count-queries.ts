import { query } from '../database/connection';
import { describeChoice, describeSummed, indexOf, type LeadChoice, valuesOf } from './lead-list-queries';

/** Moments as the hours in which they lie, and the hours after those: arrivals are summed by the hour. */
type Windows = {
  since: string;
  hour: string;
  next_hour: string;
  since_before: string;
  hour_before: string;
  next_hour_before: string;
};

type Row = {
  total: number;
  contactado: number;
  en_seguimiento: number;
  ganado: number;
  perdido: number;
  sin_contactar: number;
  /** Who came since the first moment, and since the one before it. */
  came: number;
  came_before: number;
  /** What was added since the first moment. */
  added: number;
  added_contactado: number;
  added_en_seguimiento: number;
  added_ganado: number;
  added_perdido: number;
};

/** Who came since a moment and still stands: whole hours by their sums, the first one lead by lead. */
const arrivedSince = (suffix: '' | '_before') =>
  `(SELECT coalesce(sum(total), 0) FROM lead_arrivals WHERE hour > :hour${suffix})
    + (SELECT count(*) FROM leads INDEXED BY leads_newest
       WHERE deleted_at IS NULL AND created_at >= :since${suffix} AND created_at < :next_hour${suffix})`;

export const selectCounters = query<[Windows], Row>(
  `SELECT *, ${arrivedSince('')} AS came, ${arrivedSince('_before')} AS came_before
   FROM (SELECT sum(total) AS total,
                sum(total) FILTER (WHERE estado = 'contactado') AS contactado,
                sum(total) FILTER (WHERE estado = 'en_seguimiento') AS en_seguimiento,
                sum(total) FILTER (WHERE estado = 'ganado') AS ganado,
                sum(total) FILTER (WHERE estado = 'perdido') AS perdido,
                sum(waiting) AS sin_contactar
         FROM lead_counters),
        (SELECT coalesce(sum(change), 0) AS added,
                coalesce(sum(change) FILTER (WHERE estado = 'contactado'), 0) AS added_contactado,
                coalesce(sum(change) FILTER (WHERE estado = 'en_seguimiento'), 0) AS added_en_seguimiento,
                coalesce(sum(change) FILTER (WHERE estado = 'ganado'), 0) AS added_ganado,
                coalesce(sum(change) FILTER (WHERE estado = 'perdido'), 0) AS added_perdido
         FROM lead_moves WHERE hour > :hour)`,
);

/** How many leads each person has; '' is nobody. */
export const selectOwnerTotals = query<[], { owner: string; total: number }>(
  'SELECT owner, sum(total) AS total FROM lead_counters GROUP BY owner',
);

/** How many leads are to be contacted before a day. */
export const selectDueBefore = query<[{ day: string }], { total: number }>(
  'SELECT coalesce(sum(total), 0) AS total FROM lead_agenda WHERE day < :day',
);

/** How many are to be contacted on each day of a few. */
export const selectDueDays = query<[{ from: string; to: string }], { day: string; total: number }>(
  'SELECT day, total FROM lead_agenda WHERE day >= :from AND day <= :to',
);

/** How many leads match filters, off the summary; undefined where it does not know all of them. */
export function selectSummedTotal(choice: LeadChoice): number | undefined {
  const where = describeSummed(choice);
  if (where === undefined) return undefined;
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT coalesce(sum(${choice.filters.contacto ? 'waiting' : 'total'}), 0) AS total FROM lead_counters ${where}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}

/** How many leads match filters of which the summary does not know all, by reading an index. */
export function selectCountedTotal(choice: LeadChoice): number {
  const index = indexOf({ ...choice.filters, orden: undefined });
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT count(*) AS total FROM leads ${index && `INDEXED BY ${index}`} WHERE ${describeChoice(choice)}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}
