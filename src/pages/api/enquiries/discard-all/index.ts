import { discardAllSetAside } from '~/server/enquiries/settle-set-aside';
import { endpoint } from '~/server/http/endpoint';
import { discardAllSchema } from '~/shared/enquiries/set-aside';

export const POST = endpoint({
  allow: 'staff',
  body: discardAllSchema,
  handle: ({ body: { until }, actor }) => discardAllSetAside(until, actor),
});
