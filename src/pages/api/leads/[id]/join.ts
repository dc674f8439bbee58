import { endpoint } from '~/server/http/endpoint';
import { joinLeads } from '~/server/leads/same-person/join';
import { joinSchema } from '~/shared/leads/join';
import { leadAnswer } from '~/shared/leads/lead';

/** Joins this lead into another of the same person; returns the one that stays. */
export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAnswer, errors: [409] },
  params: 'row',
  body: joinSchema,
  handle: async ({ params: { id }, body, user }) => ({ lead: await joinLeads(id, body, user.id) }),
});
