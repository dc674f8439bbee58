import { z } from 'zod';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listLeads } from '~/server/leads/lead-list';
import { createLead } from '~/server/leads/leads';
import { leadAnswer, leadPageSchema } from '~/shared/leads/answers/leads';
import { resolveFilters } from '~/shared/leads/filters';
import { createLeadSchema, leadFiltersSchema } from '~/shared/leads/schema';

export const GET = endpoint({
  allow: 'staff',
  open: { answer: leadPageSchema },
  query: leadFiltersSchema.extend({ cursor: z.string().max(200).optional() }),
  handle: async ({ query: { cursor, ...filters }, user, visit }) =>
    answerJson(await listLeads(resolveFilters(filters, user.id), cursor, visit.signal)),
});

export const POST = endpoint({
  allow: 'staff',
  open: { answer: leadAnswer, status: 201, keyed: true },
  body: createLeadSchema,
  handle: async ({ body, user, visit }) =>
    answerJson({ lead: await createLead(body, readPress(user, visit)) }, 201),
});
