import { endpoint } from '~/server/http/endpoint';
import { exportLeads } from '~/server/leads/export/export-leads';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { resolveOwner } from '~/shared/leads/filters';
import { exportSchema } from '~/shared/leads/program';

/** The list as a download: a workbook, or one part as CSV. */
export const GET = endpoint({
  allow: 'admin',
  confirmed: true,
  query: exportSchema,
  handle: ({ query: { format = 'csv', part = 'leads', ...filters }, actor, user, visit }) =>
    exportLeads(
      resolveOwner(filters, user.id),
      { format, part, zone: filters.tz ?? DEFAULT_ZONE },
      actor,
      visit.signal,
    ),
});
