import { endpoint } from '~/server/http/endpoint';
import { changeMember } from '~/server/team/team';
import { changeMemberSchema } from '~/shared/accounts/schema';

export const PATCH = endpoint({
  allow: 'admin',
  params: 'uuid',
  body: changeMemberSchema,
  confirmed: ({ body }) => body.role !== undefined,
  handle: async ({ params, body, actor }) => ({ member: await changeMember(params.id, body, actor) }),
});
