import type { ClientType, LeadCountry, LeadStatus, LostReason } from '~/shared/leads/enums';
import { query } from '../database/connection';

/** What reports read of a lead, all from one covering index. A tuple, which takes half the time of an object. */
type TallyRow = [
  created_at: string,
  id: number,
  estado: LeadStatus,
  pais: LeadCountry | null,
  client_type: ClientType | null,
  owner_id: string | null,
  source: string,
  plan: string | null,
  billing: string | null,
  lost_reason: LostReason | null,
  answered_in: number | null,
  is_imported: 0 | 1,
  via: string | null,
];

type Part = { created_at: string; id: number; until: string; limit: number };

/** The next leads after a keyset cursor and before a moment; read them `raw`. */
export const selectTallyRows = query<[Part], TallyRow>(
  `SELECT created_at, id, estado, pais, client_type, owner_id, source, plan, billing, lost_reason, answered_in,
     import_id IS NOT NULL, via
   FROM leads INDEXED BY leads_scan
   WHERE deleted_at IS NULL AND (created_at, id) > (:created_at, :id) AND created_at < :until
   ORDER BY created_at, id LIMIT :limit`,
);

export type Won = { won_at: string; plan: string | null; billing: string | null };

/** Wins of a period, optionally of one owner. */
export const selectWins = query<[{ since: string; until: string; owner: string | null }], Won>(
  `SELECT won_at, plan, billing FROM leads INDEXED BY leads_won
   WHERE deleted_at IS NULL AND won_at IS NOT NULL AND won_at >= :since AND won_at < :until
     AND (:owner IS NULL OR coalesce(owner_id, '') = :owner)`,
);

type InPlay = { owner: string; plan: string | null; billing: string | null; total: number; waiting: number };

/** Open leads per owner ('' is nobody), plan and billing period, and how many of them wait. */
export const selectInPlay = query<[], InPlay>(
  `SELECT coalesce(owner_id, '') AS owner, plan, billing, count(*) AS total,
     sum(estado = 'nuevo' AND answered_in IS NULL) AS waiting
   FROM leads INDEXED BY leads_in_play WHERE deleted_at IS NULL AND estado NOT IN ('ganado', 'perdido')
   GROUP BY estado, plan, billing, owner_id`,
);

/** Leads that await an answer, optionally of one owner ('' is nobody). */
export const selectAwaiting = query<[{ owner: string | null }], { total: number }>(
  `SELECT count(*) AS total FROM leads INDEXED BY leads_awaiting_reply
   WHERE deleted_at IS NULL AND awaiting_reply_since IS NOT NULL
     AND (:owner IS NULL OR coalesce(owner_id, '') = :owner)`,
);

/** Events of a contact or its undo, and our messages: exactly the condition of the index lead_events_contacts. */
const CONTACTS = `(type IN ('contact_confirmed', 'contact_undone', 'message_sent') OR type = 'call_ended' AND to_value = 'answered'
    OR field = 'estado' AND 'nuevo' IN (from_value, to_value))`;
const UNDONE_CONTACT = "(type = 'contact_undone' OR type = 'changed' AND to_value = 'nuevo')";

/** Leads each person contacted in a period, unless their last such event was an undo. */
export const selectContacts = query<[{ since: string; until: string }], { actor: string; total: number }>(
  `SELECT actor, count(*) AS total FROM (
     SELECT actor_id AS actor FROM lead_events INDEXED BY lead_events_contacts
     WHERE ${CONTACTS} AND actor_id IS NOT NULL AND created_at >= :since AND created_at < :until
     GROUP BY actor_id, lead_id
     HAVING max(id) FILTER (WHERE NOT ${UNDONE_CONTACT}) > coalesce(max(id) FILTER (WHERE ${UNDONE_CONTACT}), 0)
   ) GROUP BY actor`,
);
