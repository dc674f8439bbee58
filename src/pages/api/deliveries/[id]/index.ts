import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { discardDelivery, findDelivery } from '~/server/outbox/log/delivery-log';
import { idParamsSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: ({ params: { id } }) => answerJson({ delivery: findDelivery(id) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  params: idParamsSchema,
  handle: async ({ params: { id }, user, visit }) => {
    await discardDelivery(id, actorOf(user, visit));
    return noContent();
  },
});
