import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { sendTestWebhook } from '~/server/outbox/delivery-log';

export const POST = endpoint({
  allow: 'admin',
  handle: () => answerJson({ delivery: sendTestWebhook() }, 202),
});

export const ALL = methodNotAllowed;
