import { setUpFirstAdmin } from '~/server/accounts/first-admin';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { setUpAdminSchema } from '~/shared/accounts/schema';

/** Redeems the one-time link the server prints while there is no administrator. */
export const POST = endpoint({
  allow: 'anyone',
  body: setUpAdminSchema,
  handle: async ({ body, visit }) => answerJson({ user: await setUpFirstAdmin(body, visit) }, 201),
});
