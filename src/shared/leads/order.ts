import type { ListCursor } from '~/shared/paging';
import type { LEAD_ORDERS } from './enums';
import type { LeadFilters } from './filters';
import type { Lead } from './lead';

/** A keyset cursor for any of the list's orders. Leads without a next contact come last. */
export type LeadCursor = Required<ListCursor>;

type Order = { columns: readonly (keyof LeadCursor)[]; ascending: boolean };

const BY_ARRIVAL = ['created_at', 'id'] as const;
const BY_NOTES = ['notes_count', 'created_at', 'id'] as const;
const BY_NEXT_CONTACT = ['next_contact_on', 'next_contact_at', 'created_at', 'id'] as const;
const BY_ACTIVITY = ['last_activity_at', 'id'] as const;
/** Stands in for a missing next contact, so that it sorts last. */
export const NO_NEXT_CONTACT = '9999';

const ORDERS: Record<(typeof LEAD_ORDERS)[number] | 'recientes', Order> = {
  recientes: { columns: BY_ARRIVAL, ascending: false },
  antiguos: { columns: BY_ARRIVAL, ascending: true },
  mas_notas: { columns: BY_NOTES, ascending: false },
  menos_notas: { columns: BY_NOTES, ascending: true },
  proximo_contacto: { columns: BY_NEXT_CONTACT, ascending: true },
  con_actividad: { columns: BY_ACTIVITY, ascending: false },
  sin_actividad: { columns: BY_ACTIVITY, ascending: true },
};
const AGENDA = ORDERS.proximo_contacto;

/**
 * The list's sort columns, all ascending or all descending; newest first by default. The agenda has only one order,
 * earliest due first.
 */
export function orderOf({ orden, agenda }: LeadFilters): Order {
  return agenda ? AGENDA : ORDERS[orden ?? 'recientes'];
}

type Sortable = LeadCursor | Lead;

/** The values that lists sort by. */
export function sortKeysOf({
  created_at,
  id,
  notes_count,
  next_contact_on,
  next_contact_at,
  last_activity_at,
}: Sortable): LeadCursor {
  return {
    created_at,
    id,
    notes_count,
    next_contact_on: next_contact_on ?? NO_NEXT_CONTACT,
    next_contact_at: next_contact_at ?? '',
    last_activity_at,
  };
}
