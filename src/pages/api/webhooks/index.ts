import { AppError } from '~/server/app-error';
import { endpoint, isProgram, mayReadMessages } from '~/server/http/endpoint';
import { createWebhook, listWebhooks, listWebhooksOf } from '~/server/webhooks/webhooks';
import { tokenStrings } from '~/shared/strings/tokens';
import { createWebhookSchema } from '~/shared/webhooks/schema';
import { createdWebhookAnswer, webhooksAnswer } from '~/shared/webhooks/webhook';

/** All destinations; for a program, only its own. */
export const GET = endpoint({
  allow: 'admin',
  forPrograms: { area: 'webhooks', answer: webhooksAnswer },
  handle: ({ user }) => ({ webhooks: isProgram(user) ? listWebhooksOf(user.id) : listWebhooks() }),
});

/** The only response that reveals the secret. */
export const POST = endpoint({
  allow: 'admin',
  forPrograms: { area: 'webhooks', answer: createdWebhookAnswer, errors: [409] },
  confirmed: true,
  body: createWebhookSchema,
  status: 201,
  handle: ({ body, actor, user }) => {
    if (body.events.includes('message.created') && !mayReadMessages(user))
      throw new AppError('forbidden', { message: tokenStrings.errors.noScope('messages') });
    return createWebhook(body, actor);
  },
});
