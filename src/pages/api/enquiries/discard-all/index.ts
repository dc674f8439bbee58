import { discardAllSetAside } from '~/server/enquiries/set-aside';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { discardAllSchema } from '~/shared/enquiries/set-aside';

export const POST = endpoint({
  allow: 'staff',
  body: discardAllSchema,
  handle: async ({ body: { until } }) => answerJson(await discardAllSetAside(until)),
});
