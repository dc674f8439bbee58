import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { recordWhatsappOpened } from '~/server/leads/leads';
import { idParamsSchema } from '~/shared/row-id';

/** The panel says here that it opened this person's WhatsApp; whether anything was sent, nobody knows. */
export const POST = endpoint({
  allow: 'staff',
  params: idParamsSchema,
  handle: async ({ params: { id }, user }) => answerJson({ lead: await recordWhatsappOpened(id, user.id) }),
});
