import type { Lead, LeadCounters } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { query } from '../db';

const LEAD_COLUMNS = `id, nombre, email, whatsapp, pais, estado, client_type, source, mensaje, empresa,
  created_at, first_contacted_at, notes_count`;

type NewLead = Pick<
  Lead,
  'nombre' | 'email' | 'whatsapp' | 'pais' | 'client_type' | 'source' | 'mensaje' | 'empresa' | 'created_at'
> & { submission_id: string | null; email_key: string; phone_key: string | null };

export const insertLead = query<[NewLead], Lead>(
  `INSERT INTO leads (nombre, email, whatsapp, pais, client_type, source, mensaje, empresa, submission_id,
                      created_at, email_key, phone_key)
   VALUES (:nombre, :email, :whatsapp, :pais, :client_type, :source, :mensaje, :empresa, :submission_id,
           :created_at, :email_key, :phone_key)
   RETURNING ${LEAD_COLUMNS}`,
);

export const selectLead = query<[{ id: number }], Lead>(
  `SELECT ${LEAD_COLUMNS} FROM leads WHERE id = :id AND deleted_at IS NULL`,
);

export const selectLeadIdBySubmission = query<[{ submission_id: string }], { id: number }>(
  'SELECT id FROM leads WHERE submission_id = :submission_id',
);

type LeadFields = Omit<Lead, 'source' | 'created_at' | 'notes_count'> & {
  email_key: string;
  phone_key: string | null;
};

export const updateLead = query<[LeadFields], Lead>(
  `UPDATE leads SET nombre = :nombre, email = :email, whatsapp = :whatsapp, pais = :pais, estado = :estado,
     client_type = :client_type, mensaje = :mensaje, empresa = :empresa,
     first_contacted_at = :first_contacted_at, email_key = :email_key, phone_key = :phone_key
   WHERE id = :id AND deleted_at IS NULL
   RETURNING ${LEAD_COLUMNS}`,
);

type LeadEvent = {
  lead_id: number;
  actor_id: string | null;
  type: 'created' | 'changed';
  field: string | null;
  from_value: string | null;
  to_value: string | null;
  created_at: string;
};

export const insertLeadEvent = query<[LeadEvent]>(
  `INSERT INTO lead_events (lead_id, actor_id, type, field, from_value, to_value, created_at)
   VALUES (:lead_id, :actor_id, :type, :field, :from_value, :to_value, :created_at)`,
);

/** Where a page of the list begins: after this lead, in the list's order. */
export type LeadCursor = { created_at: string; id: number };

type ListParams = {
  limit: number;
  estado?: string;
  pais?: string;
  client_type?: string;
} & Partial<LeadCursor>;

/**
 * The statement for one combination of filters. Each has its own text, so that each is served by its own index:
 * `(:estado IS NULL OR estado = :estado)` in a shared one would scan.
 */
function listQuery(filters: readonly (keyof LeadFilters)[], continues: boolean) {
  const conditions = [
    'deleted_at IS NULL',
    ...filters.map((column) => `${column} = :${column}`),
    ...(continues ? ['(created_at, id) < (:created_at, :id)'] : []),
  ];
  return query<[ListParams], Lead>(
    `SELECT ${LEAD_COLUMNS} FROM leads WHERE ${conditions.join(' AND ')}
     ORDER BY created_at DESC, id DESC LIMIT :limit`,
  );
}

const FILTER_COLUMNS = ['estado', 'pais', 'client_type'] as const;

/** Every subset of the filters, first page and continuation: 16 statements, prepared when first used. */
const listQueries = new Map(
  [0, 1, 2, 3, 4, 5, 6, 7].flatMap((bits) => {
    const columns = FILTER_COLUMNS.filter((_, index) => bits & (1 << index));
    return [false, true].map(
      (continues) => [`${columns}|${continues}`, listQuery(columns, continues)] as const,
    );
  }),
);

/** Newest leads first, at most `limit`, that match every given filter and stand after the cursor. */
export function selectLeads(filters: LeadFilters, limit: number, after?: LeadCursor): Lead[] {
  const columns = FILTER_COLUMNS.filter((column) => filters[column] !== undefined);
  const statement = listQueries.get(`${columns}|${after !== undefined}`);
  if (!statement) throw new Error(`no list query for ${columns}`);
  const given = Object.fromEntries(columns.map((column) => [column, filters[column]]));
  return statement().all({ ...given, ...after, limit });
}

export const selectCounters = query<[{ since: string }], LeadCounters>(
  `SELECT sum(total) AS total,
          (SELECT count(*) FROM leads WHERE deleted_at IS NULL AND created_at >= :since) AS nuevos_7_dias,
          sum(total) FILTER (WHERE estado = 'contactado') AS contactado,
          sum(total) FILTER (WHERE estado = 'en_seguimiento') AS en_seguimiento,
          sum(total) FILTER (WHERE estado = 'ganado') AS ganado,
          sum(total) FILTER (WHERE estado = 'perdido') AS perdido
   FROM lead_counters`,
);
