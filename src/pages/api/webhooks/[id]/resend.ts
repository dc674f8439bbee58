import { actorOf } from '~/server/audit/audit';
import { answerJson } from '~/server/http/answer';
import { readOwnZone } from '~/server/http/cookies';
import { endpoint } from '~/server/http/endpoint';
import { resendSince } from '~/server/webhooks/webhooks';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { resendParamsSchema, resendSchema } from '~/shared/webhooks/schema';

export const POST = endpoint({
  allow: 'admin',
  params: resendParamsSchema,
  body: resendSchema,
  handle: async ({ params: { id }, body, user, visit }) => {
    // The day begins in the administrator's time zone.
    const zone = readOwnZone(visit.cookies) ?? DEFAULT_ZONE;
    return answerJson(await resendSince(id, body, zone, actorOf(user, visit)));
  },
});
