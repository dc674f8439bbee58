import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { recordWhatsappOpened } from '~/server/leads/leads';
import { idParamsSchema } from '~/shared/row-id';

/** Records that the user opened this person's WhatsApp. Whether a message was sent is unknown. */
export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => answerJson({ lead: await recordWhatsappOpened(id, user.id) }),
});
