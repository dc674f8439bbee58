import { endpoint } from '~/server/http/endpoint';
import { separateLead } from '~/server/leads/same-person/separate';
import { leadAnswer } from '~/shared/leads/lead';

/** Takes a joined lead out again. */
export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAnswer, errors: [409] },
  params: 'row',
  handle: async ({ params: { id }, user }) => ({ lead: await separateLead(id, user.id) }),
});
