import { z } from 'zod';
import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { findDelivery } from '~/server/outbox/delivery-log';
import { rowIdSchema } from '~/shared/row-id';

export const GET = endpoint({
  allow: 'admin',
  params: z.object({ id: rowIdSchema }),
  handle: ({ params: { id } }) => answerJson({ delivery: findDelivery(id) }),
});

export const ALL = methodNotAllowed;
