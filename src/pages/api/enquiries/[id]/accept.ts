import { acceptSetAside } from '~/server/enquiries/set-aside';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => answerJson({ lead: await acceptSetAside(id, user.id) }, 201),
});
