import { answerJson } from '~/server/answer';
import { endpoint, methodNotAllowed } from '~/server/endpoint';
import { acceptSetAside } from '~/server/enquiries/set-aside';
import { idParamsSchema } from '~/shared/row-id';

export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id }, user }) => answerJson({ lead: acceptSetAside(id, user.id) }, 201),
});

export const ALL = methodNotAllowed;
