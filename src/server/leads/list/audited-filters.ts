import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';

/** Filters as the audit stores them. It outlives the people who are looked for, so a search stands there as '*'. */
export function auditedFilters(filters: LeadFilters): string {
  return toQuery({ ...filters, tz: undefined, q: filters.q && '*' });
}
