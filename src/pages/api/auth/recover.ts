import { endpoint } from '~/server/http/endpoint';
import { requestRecovery } from '~/server/passwords/own-password';
import { emailSchema } from '~/shared/accounts/schema';

export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  status: 202,
  handle: async ({ body, visit }) => {
    await requestRecovery(body.email, visit.address);
    return { ok: true };
  },
});
