import { z } from 'zod';
import { whatsappDigits } from '~/shared/leads/whatsapp';
import type { OutgoingMessage } from '../leads/messages/outgoing';
import { callGraph, GraphError } from './graph';
import type { FilledTemplate } from './templates';

const takenSchema = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string().min(1).max(300) })).min(1),
});

type Number = { token: string; phone_number_id: string };

/**
 * Hands one message of ours to Meta, which repeats `sentAs` in its statuses, and returns what Meta calls it.
 * @throws {GraphError}
 */
export async function handOver(
  { token, phone_number_id }: Number,
  ours: OutgoingMessage,
  sentAs: string,
  signal: AbortSignal,
): Promise<string> {
  const body = {
    messaging_product: 'whatsapp',
    recipient_type: 'individual',
    to: whatsappDigits(ours.phone_key),
    biz_opaque_callback_data: sentAs,
    ...contentOf(ours),
  };
  const taken = takenSchema.safeParse(
    await callGraph({ token }, `${phone_number_id}/messages`, { body, signal }),
  );
  const id = taken.data?.messages[0]?.id;
  // Something answered for Meta: nobody knows whether it has the message.
  if (id === undefined) throw new GraphError({ code: null, status: 200 });
  return id;
}

function contentOf({ body, template }: OutgoingMessage): object {
  if (template === null) return { type: 'text', text: { body, preview_url: false } };
  const { name, language, fields, places } = JSON.parse(template) as FilledTemplate['sent'];
  const parameters = fields.map((text, index) => ({
    type: 'text',
    text,
    ...(places && { parameter_name: places[index] }),
  }));
  return {
    type: 'template',
    template: {
      name,
      language: { code: language },
      ...(parameters.length > 0 && { components: [{ type: 'body', parameters }] }),
    },
  };
}
