import { endpoint } from '~/server/http/endpoint';
import { openContact } from '~/server/leads/contacts/contacts';
import { idParamsSchema } from '~/shared/row-id';

/** `contacts` with the channel `whatsapp`, for panels opened before this version. */
export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: ({ params: { id }, user }) => openContact(id, 'whatsapp', user.id),
});
