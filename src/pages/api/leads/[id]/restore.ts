import { endpoint } from '~/server/http/endpoint';
import { restoreLead } from '~/server/leads/trash';
import { leadAnswer } from '~/shared/leads/lead';

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { answer: leadAnswer },
  params: 'row',
  handle: async ({ params: { id }, user }) => ({ lead: await restoreLead(id, user.id) }),
});
