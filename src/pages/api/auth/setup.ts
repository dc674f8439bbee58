import { setUpFirstAdmin } from '~/server/accounts/first-admin';
import { endpoint } from '~/server/http/endpoint';
import { setUpAdminSchema } from '~/shared/accounts/schema';

/** Redeems the one-time link the server prints while there is no administrator. */
export const POST = endpoint({
  allow: 'anyone',
  body: setUpAdminSchema,
  status: 201,
  handle: async ({ body, visit }) => ({ user: await setUpFirstAdmin(body, visit) }),
});
