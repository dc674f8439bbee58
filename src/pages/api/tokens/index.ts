import { endpoint } from '~/server/http/endpoint';
import { createToken, listTokens } from '~/server/tokens/tokens';
import { createTokenSchema } from '~/shared/tokens/schema';
import { readZone } from '~/shared/zone-cookie';

export const GET = endpoint({ allow: 'admin', handle: () => ({ tokens: listTokens() }) });

/** The only response that reveals the secret. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  body: createTokenSchema,
  status: 201,
  // The last day ends in the administrator's time zone.
  handle: ({ body, actor, visit }) => createToken(body, readZone(visit.cookies), actor),
});
