import { changeOwnName } from '~/server/accounts/own-account';
import { endpoint } from '~/server/http/endpoint';
import { changeNameSchema } from '~/shared/accounts/schema';

/** Changes the fields of one's own account that need no password. */
export const PATCH = endpoint({
  allow: 'session',
  body: changeNameSchema,
  handle: async ({ body, actor, user }) => ({ user: await changeOwnName(user, body.name, actor) }),
});
