import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { silenceDevice } from '~/server/notices/push/subscriptions';
import { idParamsSchema } from '~/shared/row-id';

export const DELETE = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => {
    await silenceDevice(id, user.id);
    return noContent();
  },
});
