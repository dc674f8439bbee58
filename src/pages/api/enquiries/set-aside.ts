import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { listSetAside } from '~/server/enquiries/set-aside';

export const GET = endpoint({
  allow: 'staff',
  handle: () => Response.json({ enquiries: listSetAside() }),
});

export const ALL = methodNotAllowed;
