import { endpoint } from '~/server/http/endpoint';
import { changeConnection, connectNumber, disconnectNumber, readConnection } from '~/server/whatsapp/connect';
import { changeWhatsappSchema, connectWhatsappSchema } from '~/shared/whatsapp/connection';

/** `connection` is null without one. */
export const GET = endpoint({ allow: 'admin', handle: () => ({ connection: readConnection() }) });

export const PUT = endpoint({
  allow: 'admin',
  confirmed: true,
  body: connectWhatsappSchema,
  handle: async ({ body, actor }) => ({ connection: await connectNumber(body, actor) }),
});

export const PATCH = endpoint({
  allow: 'admin',
  body: changeWhatsappSchema,
  handle: async ({ body: { moves_new }, actor }) => ({
    connection: await changeConnection(moves_new, actor),
  }),
});

export const DELETE = endpoint({
  allow: 'admin',
  confirmed: true,
  handle: ({ actor }) => disconnectNumber(actor),
});
