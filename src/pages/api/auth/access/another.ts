import { requestAccessLink } from '~/server/coordinators/access-link';
import { endpoint } from '~/server/http/endpoint';
import { emailSchema } from '~/shared/accounts/schema';

/** Orders another access link. The answer does not reveal whether the account exists. */
export const POST = endpoint({
  allow: 'anyone',
  body: emailSchema,
  status: 202,
  handle: async ({ body, visit }) => {
    await requestAccessLink(body.email, visit.address);
    return { ok: true };
  },
});
