import { endpoint } from '~/server/http/endpoint';
import { readPanel } from '~/server/leads/list/lead-list';
import { panelQuerySchema } from '~/shared/leads/filter-schema';
import { resolveOwner } from '~/shared/leads/filters';

/** What an open panel shows, in one answer: it asks again whenever leads have changed. */
export const GET = endpoint({
  allow: 'staff',
  isPolled: true,
  query: panelQuerySchema,
  handle: ({ query: { rows, also, ...filters }, user, visit }) =>
    readPanel(resolveOwner(filters, user.id), { rows, also, signal: visit.signal }),
});
