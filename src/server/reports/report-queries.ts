import { CALL_OUTCOMES, type CallOutcome } from '~/shared/leads/contact';
import type { ClientType, LeadCountry, LeadStatus } from '~/shared/leads/lead';
import { query } from '../database/connection';

/** What reports ask of a lead, all of it in one index. An array, which takes half the time of an object. */
export type TallyRow = [
  created_at: string,
  id: number,
  estado: LeadStatus,
  pais: LeadCountry | null,
  client_type: ClientType | null,
  owner_id: string | null,
  source: string,
  plan: string | null,
  billing: string | null,
  lost_reason: string | null,
  answered_in: number | null,
  is_imported: 0 | 1,
  passed: number,
  took_contactado: number | null,
  took_en_seguimiento: number | null,
  took_ganado: number | null,
  took_perdido: number | null,
  via: string | null,
];

type Part = { created_at: string; id: number; until: string; limit: number };

/** The next leads that came after one and before a moment, to be read `raw`. */
export const selectTallyRows = query<[Part], TallyRow>(
  `SELECT created_at, id, estado, pais, client_type, owner_id, source, plan, billing, lost_reason, answered_in,
     import_id IS NOT NULL, passed, took_contactado, took_en_seguimiento, took_ganado, took_perdido, via
   FROM leads INDEXED BY leads_scan
   WHERE deleted_at IS NULL AND (created_at, id) > (:created_at, :id) AND created_at < :until
   ORDER BY created_at, id LIMIT :limit`,
);

const OUTCOMES = CALL_OUTCOMES.map((outcome) => `'${outcome}'`).join();

/** Of the leads that came between two moments, how many of each owner ('' is nobody) had a call that ended so. */
export const selectCalls = query<
  [{ since: string; until: string }],
  { owner: string; outcome: CallOutcome; total: number }
>(
  `SELECT coalesce(owner_id, '') AS owner, to_value AS outcome, count(DISTINCT lead_id) AS total
   FROM lead_events INDEXED BY lead_events_calls CROSS JOIN leads ON leads.id = lead_id
   WHERE type = 'call_ended' AND to_value IN (${OUTCOMES}) AND deleted_at IS NULL AND leads.created_at >= :since AND leads.created_at < :until
   GROUP BY owner, outcome`,
);
