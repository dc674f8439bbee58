import { endpoint } from '~/server/http/endpoint';
import { countLeads } from '~/server/leads/list/lead-counts';

/** ok only if the database answers too. */
export const GET = endpoint({
  allow: 'anyone',
  handle: () => {
    countLeads();
    return { status: 'ok' };
  },
});
