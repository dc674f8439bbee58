import { endpoint } from '~/server/http/endpoint';
import { silenceAnyDevice } from '~/server/notices/push/subscriptions';
import { idParamsSchema } from '~/shared/row-id';

/** Silences somebody's device. */
export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  params: idParamsSchema,
  handle: ({ params: { id }, actor }) => silenceAnyDevice(id, actor),
});
