import { z } from 'zod';
import { readPress } from '~/server/creations/creations';
import { answerJson } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import { listMessages } from '~/server/leads/messages/conversation';
import { postMessage } from '~/server/leads/messages/post-message';
import { messageAnswer, messagesAnswer } from '~/shared/leads/answers/messages';
import { idParamsSchema } from '~/shared/row-id';
import { sendMessageSchema } from '~/shared/whatsapp/message';

const params = idParamsSchema;

export const GET = endpoint({
  allow: 'staff',
  open: { area: 'messages', answer: messagesAnswer },
  params,
  query: z.object({ cursor: z.string().max(200).optional() }),
  handle: ({ params: { id }, query: { cursor } }) => answerJson(listMessages(id, cursor)),
});

export const POST = endpoint({
  allow: 'staff',
  open: { area: 'messages', answer: messageAnswer, status: 202, keyed: true, errors: [409] },
  params,
  body: sendMessageSchema,
  handle: async ({ params: { id }, body, user, visit }) =>
    answerJson({ message: await postMessage(id, body, readPress(user, visit)) }, 202),
});
