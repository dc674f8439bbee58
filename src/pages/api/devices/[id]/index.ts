import { endpoint } from '~/server/http/endpoint';
import { silenceAnyDevice } from '~/server/notices/push/subscriptions';

/** Silences somebody's device. */
export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: ({ params: { id }, actor }) => silenceAnyDevice(id, actor),
});
