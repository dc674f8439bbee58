import { z } from 'zod';
import { listSetAside } from '~/server/enquiries/set-aside-list';
import { endpoint } from '~/server/http/endpoint';

export const GET = endpoint({
  allow: 'staff',
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: ({ query: { cursor } }) => listSetAside(cursor),
});
