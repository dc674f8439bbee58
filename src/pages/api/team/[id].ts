import { changeRole } from '~/server/accounts/team';
import { actorOf } from '~/server/audit/audit';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { changeRoleSchema } from '~/shared/accounts/schema';
import { userParamsSchema } from '~/shared/accounts/user-id';

export const PATCH = endpoint({
  allow: 'admin',
  params: userParamsSchema,
  body: changeRoleSchema,
  handle: ({ params, body, user, astro }) =>
    Response.json({ member: changeRole(params.id, body, actorOf(user, astro)) }),
});

export const ALL = methodNotAllowed;
