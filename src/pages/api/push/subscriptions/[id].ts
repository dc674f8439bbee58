import { endpoint } from '~/server/http/endpoint';
import { silenceDevice } from '~/server/notices/push/subscriptions';
import { idParamsSchema } from '~/shared/row-id';

export const DELETE = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id }, user }) => silenceDevice(id, user.id),
});
