import { restoreSetAside } from '~/server/enquiries/set-aside';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id } }) => {
    await restoreSetAside(id);
    return noContent();
  },
});
