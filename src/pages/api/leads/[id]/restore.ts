import { endpoint } from '~/server/http/endpoint';
import { restoreLead } from '~/server/leads/trash';
import { leadAnswer } from '~/shared/leads/lead';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  open: { answer: leadAnswer },
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => ({ lead: await restoreLead(id, user.id) }),
});
