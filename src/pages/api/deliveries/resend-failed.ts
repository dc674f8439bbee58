import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { resendFailed } from '~/server/outbox/delivery-log';
import { resendFailedSchema } from '~/shared/deliveries/schema';

export const POST = endpoint({
  allow: 'admin',
  body: resendFailedSchema,
  handle: async ({ body: { kind } }) => answerJson({ resent: await resendFailed(kind) }),
});

export const ALL = methodNotAllowed;
