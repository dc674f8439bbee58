import { endpoint } from '~/server/http/endpoint';
import { confirmDevice } from '~/server/notices/push/subscriptions';
import { idParamsSchema } from '~/shared/row-id';

/** Ends the rest of somebody's device. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: ({ params: { id }, actor }) => confirmDevice(id, actor),
});
