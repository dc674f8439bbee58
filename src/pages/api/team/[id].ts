import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { changeRole } from '~/server/team/team';
import { changeRoleSchema } from '~/shared/accounts/schema';
import { userParamsSchema } from '~/shared/accounts/user-id';

export const PATCH = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  body: changeRoleSchema,
  handle: async ({ params, body, user, visit }) =>
    answerJson({ member: await changeRole(params.id, body, actorOf(user, visit)) }),
});
