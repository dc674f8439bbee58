import { z } from 'zod';
import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { resendDelivery } from '~/server/outbox/log/delivery-log';
import { rowIdSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'admin',
  params: z.object({ id: rowIdSchema }),
  handle: async ({ params: { id }, user, visit }) =>
    answerJson({ delivery: await resendDelivery(id, actorOf(user, visit)) }),
});
