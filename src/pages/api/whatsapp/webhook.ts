import { WholeAnswer } from '~/server/http/answer';
import { endpoint } from '~/server/http/endpoint';
import {
  admitWebhook,
  answerHandshake,
  receiveWebhook,
  WEBHOOK_LIMITS,
  webhookPlaces,
} from '~/server/whatsapp/webhook-intake';
import { handshakeSchema } from '~/shared/whatsapp/connection';

/** Meta asks once, when the webhook is set up. */
export const GET = endpoint({
  allow: 'anyone',
  query: handshakeSchema,
  handle: async ({ query, visit }) =>
    new WholeAnswer(200, await answerHandshake(query, visit.address), {
      'content-type': 'text/plain; charset=utf-8',
    }),
});

/** Answered once it is stored; what it says is worked on afterwards. */
export const POST = endpoint({
  allow: 'anyone',
  from: 'outside',
  file: { types: ['application/json'], limits: WEBHOOK_LIMITS, places: webhookPlaces, admit: admitWebhook },
  handle: async ({ visit }) => {
    await receiveWebhook(visit);
    return {};
  },
});
