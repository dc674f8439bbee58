import { z } from 'zod';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint, methodNotAllowed } from '~/server/http/endpoint';
import { listLeads } from '~/server/leads/lead-list';
import { createLead } from '~/server/leads/leads';
import { createLeadSchema, leadFiltersSchema } from '~/shared/leads/schema';

export const GET = endpoint({
  allow: 'staff',
  query: leadFiltersSchema.extend({ cursor: z.string().max(200).optional() }),
  handle: async ({ query: { cursor, ...filters }, astro }) =>
    answerJson(await listLeads(filters, cursor, astro.request.signal)),
});

export const POST = endpoint({
  allow: 'staff',
  body: createLeadSchema,
  handle: async ({ body, user, astro }) =>
    answerJson({ lead: await createLead(body, readPress(user, astro.request)) }, 201),
});

export const ALL = methodNotAllowed;
