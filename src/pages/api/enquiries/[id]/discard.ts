import { actorOf } from '~/server/audit/audit';
import { discardSetAside } from '~/server/enquiries/set-aside';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id }, user, visit }) => {
    await discardSetAside(id, actorOf(user, visit));
    return noContent();
  },
});
