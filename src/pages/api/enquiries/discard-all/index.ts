import { actorOf } from '~/server/audit/audit';
import { discardAllSetAside } from '~/server/enquiries/set-aside';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { discardAllSchema } from '~/shared/enquiries/set-aside';

export const POST = endpoint({
  allow: 'staff',
  body: discardAllSchema,
  handle: async ({ body: { until }, user, visit }) =>
    answerJson(await discardAllSetAside(until, actorOf(user, visit))),
});
