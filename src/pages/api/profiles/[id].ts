import { endpoint } from '~/server/http/endpoint';
import { changeStatus } from '~/server/team/team';
import { changeStatusSchema } from '~/shared/accounts/schema';

export const PATCH = endpoint({
  allow: 'admin',
  params: 'uuid',
  body: changeStatusSchema,
  // A stolen session could sign up an account and approve it, or shut everybody else out.
  confirmed: true,
  handle: async ({ params, body, actor }) => ({ profile: await changeStatus(params.id, body, actor) }),
});
