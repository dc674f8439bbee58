import { changeOwnName } from '~/server/accounts/own-account';
import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeNameSchema } from '~/shared/accounts/schema';

/** Changes the fields of one's own account that need no password. */
export const PATCH = endpoint({
  allow: 'session',
  body: changeNameSchema,
  handle: async ({ body, user, visit }) =>
    answerJson({ user: await changeOwnName(user, body.name, actorOf(user, visit)) }),
});
