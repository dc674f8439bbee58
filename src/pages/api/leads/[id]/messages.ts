import { z } from 'zod';
import { actorOf } from '~/server/audit/audit';
import { endpoint } from '~/server/http/endpoint';
import { readIdempotency } from '~/server/idempotency/idempotency';
import { listMessages } from '~/server/leads/messages/conversation';
import { postMessage } from '~/server/leads/messages/post-message';
import { messageAnswer, messagesAnswer } from '~/shared/leads/message';
import { sendMessageSchema } from '~/shared/whatsapp/message';

export const GET = endpoint({
  allow: 'staff',
  forPrograms: { area: 'messages', answer: messagesAnswer },
  params: 'row',
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: ({ params: { id }, query: { cursor } }) => listMessages(id, cursor),
});

export const POST = endpoint({
  allow: 'staff',
  forPrograms: { area: 'messages', answer: messageAnswer, keyed: true, errors: [409] },
  params: 'row',
  body: sendMessageSchema,
  status: 202,
  handle: async ({ params: { id }, body, user, visit }) => ({
    message: await postMessage(id, body, readIdempotency(user, visit), actorOf(user, visit)),
  }),
});
