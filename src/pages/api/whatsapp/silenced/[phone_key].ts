import { actorOf } from '~/server/audit/audit';
import { noContent } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { unsilence } from '~/server/leads/messages/silenced';
import { silencedParamsSchema } from '~/shared/whatsapp/connection';

export const DELETE = endpoint({
  allow: 'admin',
  params: silencedParamsSchema,
  handle: async ({ params: { phone_key }, user, visit }) => {
    await unsilence(phone_key, actorOf(user, visit));
    return noContent();
  },
});
