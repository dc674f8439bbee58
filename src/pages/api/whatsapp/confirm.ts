import { endpoint } from '~/server/http/endpoint';
import { confirmNumber } from '~/server/whatsapp/connect';

/** Ends the connection's rest. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  handle: async ({ actor }) => ({ connection: await confirmNumber(actor) }),
});
