import { NONE } from '~/shared/leads/filters';
import { query } from '../../database/connection';
import {
  describeCells,
  describeChoice,
  fromCells,
  indexOf,
  isSummed,
  type LeadChoice,
  valuesOf,
} from '../lead-list-queries';

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
  duplicados: number;
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
                sum(waiting) AS sin_contactar, sum(repeated) AS duplicados
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
  return isSummed(choice) ? selectCellsTotal(choice) : undefined;
}

/** How many leads match those of the filters that the summary knows. */
export function selectCellsTotal(choice: LeadChoice): number {
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT coalesce(sum(${summedBy(choice)}), 0) AS total
     FROM lead_counters WHERE ${describeCells(choice)}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}

function summedBy({ filters: { contacto, duplicados } }: LeadChoice): string {
  if (duplicados) return 'repeated';
  return contacto ? 'waiting' : 'total';
}

/** How many leads of the agenda there are, where nothing else is asked for. */
export function selectAgendaTotal({ filters: { agenda }, today }: LeadChoice): number {
  const isWithin = { hoy: '=', vencidos: '<', proximos: '>' }[agenda ?? 'hoy'];
  const select = query<[{ today: string | undefined }], { total: number }>(
    `SELECT coalesce(sum(total), 0) AS total FROM lead_agenda WHERE day ${isWithin} :today`,
  );
  return select().get({ today })?.total ?? 0;
}

type Arrivals = { since: string; until: string; hour: string; next_hour: string; last_hour: string };

/** Whole hours by their sums, the first and the last one lead by lead. */
const selectArrived = query<[Arrivals], { total: number }>(
  `SELECT (SELECT coalesce(sum(total), 0) FROM lead_arrivals WHERE hour > :hour AND hour < :last_hour)
     + (SELECT count(*) FROM leads INDEXED BY leads_newest
        WHERE deleted_at IS NULL AND created_at >= :since AND created_at < min(:next_hour, :until))
     + (SELECT count(*) FROM leads INDEXED BY leads_newest
        WHERE deleted_at IS NULL AND created_at >= max(:last_hour, :next_hour) AND created_at < :until) AS total`,
);

const HOUR_LENGTH = 'YYYY-MM-DDTHH'.length;
const FIRST = '0000-01-01T00:00:00.000Z';
const LAST = '9999-12-31T23:00:00.000Z';

/** How many leads came from a moment on and before another. */
export function selectArrivals({ since = FIRST, until = LAST }: Pick<LeadChoice, 'since' | 'until'>): number {
  if (since >= until) return 0;
  const hour = since.slice(0, HOUR_LENGTH);
  // Sorts after the hour's moments and before those of the next one.
  const next_hour = `${hour}~`;
  return (
    selectArrived().get({ since, until, hour, next_hour, last_hour: until.slice(0, HOUR_LENGTH) })?.total ?? 0
  );
}

/** How many leads match filters of which the summary does not know all, by reading an index. */
export function selectCountedTotal(choice: LeadChoice): number {
  const select = query<[Record<string, unknown>], { total: number }>(
    `SELECT count(*) AS total FROM ${sourceOf(choice)} WHERE ${describeChoice(choice)}`,
  );
  return select().get(valuesOf(choice))?.total ?? 0;
}

/** Where each lead that is read tells all that is asked for, without its row. */
function sourceOf(choice: LeadChoice): string {
  const { agenda, source, plan, contacto, duplicados, owner, ...others } = choice.filters;
  const lost_reason = others.lost_reason === NONE ? undefined : others.lost_reason;
  if (duplicados && !agenda && !lost_reason) return 'leads INDEXED BY leads_repeated';
  const isOfActivity = choice.idle_since || choice.active_since;
  const isByCell = !agenda && !lost_reason && !isOfActivity && !owner;
  const isMixed =
    contacto || [source, plan, others.estado ?? others.pais ?? others.client_type].filter(Boolean).length > 1;
  if (isByCell && (isMixed || plan === 'none')) return fromCells(choice);
  if (isOfActivity && !agenda && !lost_reason) return 'leads INDEXED BY leads_by_activity';
  const index = indexOf({ ...choice.filters, orden: undefined });
  return `leads ${index && `INDEXED BY ${index}`}`;
}

/** Of leads spread over the table, how many are idle: which part of all of them, more or less. */
export const selectIdlePart = query<[{ idle_since: string; ids: string }], { part: number | null }>(
  `SELECT avg(last_activity_at < :idle_since) AS part
   FROM json_each(:ids) CROSS JOIN leads ON leads.id = json_each.value WHERE deleted_at IS NULL`,
);
