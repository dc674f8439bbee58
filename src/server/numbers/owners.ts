import { NONE } from '~/shared/leads/enums';
import { arrivalRange } from '~/shared/leads/filters';
import type { OwnerSlice } from '~/shared/numbers/report';
import type { ReportRequest } from '~/shared/numbers/schema';
import { leadStrings } from '~/shared/strings/leads';
import { query } from '../database/connection';
import { readOwnerNames } from '../leads/owners/owners';
import { type Counter, listed } from './slices';
import type { Tally } from './tally';
import { type InPlay, ownerKey } from './won-and-open';

type Standing = { overdue: Map<string, number>; inPlay: InPlay; request: ReportRequest; count: Counter };

/** Events of a contact or its undo, and our messages: exactly the condition of the index lead_events_contacts. */
const CONTACTS = `(type IN ('contact_confirmed', 'contact_undone', 'message_sent') OR type = 'call_ended' AND to_value = 'answered'
    OR field = 'estado' AND 'nuevo' IN (from_value, to_value))`;

const UNDONE_CONTACT = "(type = 'contact_undone' OR type = 'changed' AND to_value = 'nuevo')";

/** Leads each person contacted in a period, unless their last such event was an undo. */
const selectContacts = query<[{ since: string; until: string }], { actor: string; total: number }>(
  `SELECT actor, count(*) AS total FROM (
     SELECT actor_id AS actor FROM lead_events INDEXED BY lead_events_contacts
     WHERE ${CONTACTS} AND actor_id IS NOT NULL AND created_at >= :since AND created_at < :until
     GROUP BY actor_id, lead_id
     HAVING max(id) FILTER (WHERE NOT ${UNDONE_CONTACT}) > coalesce(max(id) FILTER (WHERE ${UNDONE_CONTACT}), 0)
   ) GROUP BY actor`,
);

/** What each person had and did. */
export function describeOwners({ by }: Tally, { overdue, inPlay, request, count }: Standing): OwnerSlice[] {
  const { period, tz, owner } = request;
  const { since = '', until = '' } = arrivalRange({ ...period, tz });
  const contacts = new Map(
    selectContacts()
      .all({ since, until })
      .map(({ actor, total }) => [actor, total]),
  );
  const keys = [...by.owner.keys()].map((id) => id ?? '');
  const ids = [...new Set([...keys, ...overdue.keys(), ...inPlay.owners.keys(), ...contacts.keys()])]
    .filter((key) => owner === undefined || key === ownerKey(owner))
    .map((key) => key || null);
  const names = readOwnerNames(ids.filter((id) => id !== null));
  return ids
    .map((id) => {
      const [group, only, key] = [by.owner.get(id), { owner: id ?? NONE }, id ?? ''];
      return {
        owner_id: id,
        name: id === null ? leadStrings.owner.nobody : (names.get(id) ?? leadStrings.owner.gone),
        had: count(group?.total, only),
        contacted: count(group?.contacted, { ...only, answered: 'ever' }),
        won: count(group?.won, { ...only, estado: 'ganado' }),
        median_minutes: group?.quantile(1 / 2) ?? null,
        overdue: listed(overdue.get(key) ?? 0, { agenda: 'vencidos', ...only, tz }),
        waiting: listed(inPlay.owners.get(key)?.waiting ?? 0, { contacto: 'pendiente', ...only }),
        contacts: id === null ? null : (contacts.get(id) ?? 0),
      };
    })
    .sort((one, other) => other.had.total - one.had.total || (one.name < other.name ? -1 : 1));
}
