import { discardSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  deletes: 1,
  handle: ({ params: { id }, actor }) => discardSetAside(id, actor),
});
