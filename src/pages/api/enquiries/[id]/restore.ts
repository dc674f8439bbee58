import { restoreSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';

export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  handle: ({ params: { id } }) => restoreSetAside(id),
});
