import { endpoint } from '~/server/http/endpoint';
import { silenceDevice } from '~/server/notices/push/subscriptions';

export const DELETE = endpoint({
  allow: 'staff',
  params: 'row',
  handle: ({ params: { id }, user }) => silenceDevice(id, user.id),
});
