import { z } from 'zod';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { lastEventId } from '~/server/leads/history/events';
import { countAgenda } from '~/server/leads/list/lead-counts';
import { leadAgendaSchema } from '~/shared/leads/counters';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { AS_OF_HEADER } from '~/shared/leads/live';

/** Counts of the caller's views, by the day in their time zone. */
export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAgendaSchema },
  query: z.strictObject({ tz: leadFiltersSchema.shape.tz }),
  handle: ({ query: { tz = DEFAULT_ZONE }, user }) => {
    const headers = { [AS_OF_HEADER]: String(lastEventId()) };
    return answerJson(countAgenda(user.id, tz), 200, headers);
  },
});
