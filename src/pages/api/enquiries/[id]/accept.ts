import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { acceptSetAside } from '~/server/enquiries/set-aside';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id }, user }) => Response.json({ lead: acceptSetAside(id, user.id) }, { status: 201 }),
});

export const ALL = methodNotAllowed;
