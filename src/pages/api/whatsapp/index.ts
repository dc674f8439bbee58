import { actorOf } from '~/server/audit/audit';
import { answerJson, noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeConnection, connectNumber, disconnectNumber, readConnection } from '~/server/whatsapp/connect';
import { changeWhatsappSchema, connectWhatsappSchema } from '~/shared/whatsapp/connection';

/** `connection` is null without one. */
export const GET = endpoint({
  allow: 'admin',
  handle: () => answerJson({ connection: readConnection() }),
});

export const PUT = endpoint({
  allow: 'admin',
  confirmed: true,
  body: connectWhatsappSchema,
  handle: async ({ body, user, visit }) =>
    answerJson({ connection: await connectNumber(body, actorOf(user, visit)) }),
});

export const PATCH = endpoint({
  allow: 'admin',
  body: changeWhatsappSchema,
  handle: async ({ body: { moves_new }, user, visit }) =>
    answerJson({ connection: await changeConnection(moves_new, actorOf(user, visit)) }),
});

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  handle: async ({ user, visit }) => {
    await disconnectNumber(actorOf(user, visit));
    return noContent();
  },
});
