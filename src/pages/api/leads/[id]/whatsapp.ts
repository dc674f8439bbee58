import { endpoint } from '~/server/http/endpoint';
import { openContact } from '~/server/leads/contacts/contacts';

/** `contacts` with the channel `whatsapp`, for panels opened before this version. */
export const POST = endpoint({
  allow: 'staff',
  params: 'row',
  handle: ({ params: { id }, user }) => openContact(id, 'whatsapp', user.id),
});
