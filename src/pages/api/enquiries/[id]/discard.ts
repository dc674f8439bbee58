import { discardSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';

export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  deletes: 1,
  handle: ({ params: { id }, actor }) => discardSetAside(id, actor),
});
