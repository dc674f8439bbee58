import { endpoint } from '~/server/http/endpoint';
import { unsilence } from '~/server/leads/messages/silenced-numbers';
import { silencedParamsSchema } from '~/shared/whatsapp/connection';

export const DELETE = endpoint({
  allow: 'admin',
  params: silencedParamsSchema,
  handle: ({ params: { phone_key }, actor }) => unsilence(phone_key, actor),
});
