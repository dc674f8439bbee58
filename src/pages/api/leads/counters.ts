import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { lastEventId } from '~/server/leads/events';
import { countLeads } from '~/server/leads/lead-list';
import { AS_OF_HEADER } from '~/shared/leads/live';

export const GET = endpoint({
  allow: 'staff',
  handle: () => {
    const headers = { [AS_OF_HEADER]: String(lastEventId()) };
    return answerJson(countLeads(), 200, headers);
  },
});
