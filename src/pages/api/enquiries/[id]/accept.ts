import { acceptSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';

export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  status: 201,
  handle: async ({ params: { id }, user }) => ({ lead: await acceptSetAside(id, user.id) }),
});
