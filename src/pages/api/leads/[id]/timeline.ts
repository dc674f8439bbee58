import { z } from 'zod';
import { endpoint, mayReadMessages } from '~/server/http/endpoint';
import { readTimeline } from '~/server/leads/history/timeline';
import { HISTORY_KINDS, timelinePageSchema } from '~/shared/leads/event';
import { enumFilter } from '~/shared/leads/filter-schema';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { answer: timelinePageSchema },
  params: 'row',
  query: z.object({ kind: enumFilter(HISTORY_KINDS), cursor: z.string().max(200).optional() }),
  handle: ({ params: { id }, query: { kind, cursor }, user }) =>
    readTimeline(id, { kind, cursor, hidesMessages: !mayReadMessages(user) }),
});
