import { acceptSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  status: 201,
  handle: async ({ params: { id }, user }) => ({ lead: await acceptSetAside(id, user.id) }),
});
