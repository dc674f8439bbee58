import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { lastEventId } from '~/server/leads/events';
import { countLeads, countListed } from '~/server/leads/list/lead-counts';
import { countersAnswer } from '~/shared/leads/answers/leads';
import { toQuery } from '~/shared/leads/filter-params';
import { resolveFilters } from '~/shared/leads/filters';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { leadFiltersSchema } from '~/shared/leads/schema';

/** The counters and, given a list query, `listed`: how many leads match it. */
export const GET = endpoint({
  allow: 'staff',
  open: { answer: countersAnswer },
  query: leadFiltersSchema,
  handle: async ({ query, user, visit }) => {
    const filters = resolveFilters(query, user.id);
    const headers = { [AS_OF_HEADER]: String(lastEventId()) };
    const counters = countLeads();
    const listed = toQuery(filters) === '' ? {} : { listed: await countListed(filters, visit.signal) };
    return answerJson({ ...counters, ...listed }, 200, headers);
  },
});
