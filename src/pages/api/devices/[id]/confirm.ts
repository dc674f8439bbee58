import { endpoint } from '~/server/http/endpoint';
import { confirmDevice } from '~/server/notices/push/subscriptions';

/** Ends the rest of somebody's device. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: 'row',
  handle: ({ params: { id }, actor }) => confirmDevice(id, actor),
});
