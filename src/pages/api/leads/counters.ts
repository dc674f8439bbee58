import { answerJson } from '~/server/http/answer';
import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { lastEventId } from '~/server/leads/history/events';
import { countLeads, countListed } from '~/server/leads/list/lead-counts';
import { countersAnswer } from '~/shared/leads/counters';
import { toQuery } from '~/shared/leads/filter-params';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { resolveOwner } from '~/shared/leads/filters';
import { AS_OF_HEADER } from '~/shared/leads/live';

/** The counters and, given a list query, `listed`: how many leads match it. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: countersAnswer },
  query: leadFiltersSchema,
  handle: async ({ query, user, visit }) => {
    const filters = resolveOwner(query, user.id);
    const headers = { [AS_OF_HEADER]: String(lastEventId()) };
    const counters = countLeads();
    const how = { signal: visit.signal, hidesMessages: !mayReadMessages(user) };
    const listed = toQuery(filters) === '' ? {} : { listed: await countListed(filters, how) };
    return answerJson({ ...counters, ...listed }, 200, headers);
  },
});
