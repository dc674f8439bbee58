import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { readOwnZone } from '~/server/http/cookies';
import { endpoint } from '~/server/http/endpoint';
import { createToken, listTokens } from '~/server/tokens/tokens';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { createTokenSchema } from '~/shared/tokens/schema';

export const GET = endpoint({ allow: 'admin', handle: () => answerJson({ tokens: listTokens() }) });

/** The only response that reveals the secret. */
export const POST = endpoint({
  allow: 'admin',
  confirmed: true,
  body: createTokenSchema,
  handle: async ({ body, user, visit }) => {
    // The last day ends in the administrator's time zone.
    const zone = readOwnZone(visit.cookies) ?? DEFAULT_ZONE;
    return answerJson(await createToken(body, zone, actorOf(user, visit)), 201);
  },
});
