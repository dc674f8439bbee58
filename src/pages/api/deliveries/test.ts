import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { sendTestWebhook } from '~/server/outbox/delivery-log';

export const POST = endpoint({
  allow: 'admin',
  handle: () => Response.json({ delivery: sendTestWebhook() }, { status: 202 }),
});

export const ALL = methodNotAllowed;
