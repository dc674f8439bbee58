import type { ListCursor } from '~/shared/paging';
import type { Lead } from './lead';
import type { LeadFilters } from './schema';

/** Where a row of the list stands, in any of its orders. Who has no next contact comes after everybody. */
export type LeadPlace = Required<ListCursor>;

/** The list's orders beside the one that needs no name, newest first. */
export const LEAD_ORDERS = [
  'antiguos',
  'mas_notas',
  'menos_notas',
  'proximo_contacto',
  'con_actividad',
  'sin_actividad',
] as const;

type Order = { columns: readonly (keyof LeadPlace)[]; ascending: boolean };

const BY_ARRIVAL = ['created_at', 'id'] as const;
const BY_NOTES = ['notes_count', 'created_at', 'id'] as const;
const BY_NEXT_CONTACT = ['next_contact_on', 'next_contact_at', 'created_at', 'id'] as const;
const BY_ACTIVITY = ['last_activity_at', 'id'] as const;
/** Stands for the next contact of who has none. */
export const NEVER = '9999';

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
 * By which columns the list is sorted, all of them upwards or all downwards: newest first where nothing is said. The agenda
 * has one order only, whoever is due first.
 */
export function orderOf({ orden, agenda }: LeadFilters): Order {
  return agenda ? AGENDA : ORDERS[orden ?? 'recientes'];
}

type Placed = LeadPlace | Lead;

/** Sorts as the list does. */
export function compareLeads(filters: LeadFilters) {
  const { columns, ascending } = orderOf(filters);
  return (one: Placed, other: Placed): number => {
    const [a, b] = [placeOf(one), placeOf(other)];
    const column = columns.find((name) => a[name] !== b[name]);
    if (!column) return 0;
    return a[column] < b[column] === ascending ? -1 : 1;
  };
}

/** A lead's place, without the rest of it. */
export function placeOf({
  created_at,
  id,
  notes_count,
  next_contact_on,
  next_contact_at,
  last_activity_at,
}: Placed): LeadPlace {
  return {
    created_at,
    id,
    notes_count,
    next_contact_on: next_contact_on ?? NEVER,
    next_contact_at: next_contact_at ?? '',
    last_activity_at,
  };
}
