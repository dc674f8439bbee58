import { endpoint } from '~/server/http/endpoint';
import { resendSince } from '~/server/webhooks/webhooks';
import { resendParamsSchema, resendSchema } from '~/shared/webhooks/schema';
import { readZone } from '~/shared/zone-cookie';

export const POST = endpoint({
  allow: 'admin',
  params: resendParamsSchema,
  body: resendSchema,
  // The day begins in the administrator's time zone.
  handle: ({ params: { id }, body, actor, visit }) => resendSince(id, body, readZone(visit.cookies), actor),
});
