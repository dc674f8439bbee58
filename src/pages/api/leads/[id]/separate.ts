import { endpoint } from '~/server/http/endpoint';
import { separateLead } from '~/server/leads/same-person/separate';
import { leadAnswer } from '~/shared/leads/lead';
import { idParamsSchema } from '~/shared/row-id';

/** Takes a joined lead out again. */
export const POST = endpoint({
  allow: 'staff',
  open: { answer: leadAnswer, errors: [409] },
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => ({ lead: await separateLead(id, user.id) }),
});
