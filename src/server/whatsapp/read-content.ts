import { z } from 'zod';
import { cleanLine, cleanLines, cutText } from '~/shared/clean-text';
import type { MessageKind } from '~/shared/leads/message';
import { contentStrings } from '~/shared/strings/lead/conversation';
import type { WhatsappMessage } from './webhook-events';

const MAX_BODY_LENGTH = 5000;
const MAX_FILE_NAME_LENGTH = 240;
const MAX_MIME_TYPE_LENGTH = 120;

/** `isKnown`: whether this version understands all of it. */
export type Content = Pick<WhatsappMessage, 'kind' | 'body' | 'file'> & { isKnown: boolean };

const text = z.string().nullish().catch(null);
const number = z.coerce.number().nullish().catch(null);

const fileSchema = z.object({
  id: z.coerce.string().min(1).max(200),
  mime_type: z.string().max(MAX_MIME_TYPE_LENGTH).transform(cleanLine).nullish().catch(null),
  filename: text,
  caption: text,
});
const FILES = new Set(['image', 'audio', 'video', 'document', 'sticker']);

/** The text of each type of message without a file; null where the type says it all. */
const WORDS: Record<string, z.ZodType<string | null>> = {
  text: z.object({ body: z.string() }).transform(({ body }) => body),
  button: z.object({ text: z.string() }).transform((button) => button.text),
  interactive: z
    .object({
      list_reply: z.object({ title: text }).nullish(),
      button_reply: z.object({ title: text }).nullish(),
      nfm_reply: z.object({ body: text }).nullish(),
      // Sent by us.
      body: z.object({ text }).nullish(),
    })
    .transform(
      ({ list_reply, button_reply, nfm_reply, body }) =>
        list_reply?.title ?? button_reply?.title ?? nfm_reply?.body ?? body?.text ?? null,
    ),
  location: z
    .object({ latitude: number, longitude: number, name: text, address: text })
    .transform(({ latitude, longitude, name, address }) =>
      lines(name, address, latitude != null && longitude != null && `${latitude}, ${longitude}`),
    ),
  contacts: z
    .array(
      z.object({
        name: z
          .object({ formatted_name: text, first_name: text, middle_name: text, last_name: text })
          .nullish()
          .catch(null),
        org: z.object({ company: text }).nullish().catch(null),
        phones: z
          .array(z.object({ phone: text, wa_id: text }))
          .nullish()
          .catch(null),
      }),
    )
    .transform((people) =>
      lines(
        ...people.map(({ name, org, phones }) => {
          const numbers = phones?.map(({ phone, wa_id }) => phone ?? (wa_id ? `+${wa_id}` : '')) ?? [];
          const names = [name?.first_name, name?.middle_name, name?.last_name].filter(Boolean).join(' ');
          const called = name?.formatted_name || names || org?.company;
          return [called, numbers.filter(Boolean).join(', ')].filter(Boolean).join(': ');
        }),
      ),
    ),
  order: z
    .object({ text, product_items: z.array(z.unknown()).catch([]) })
    .transform((order) => lines(contentStrings.products(order.product_items.length), order.text)),
  template: z.unknown().transform(() => null),
  // Somebody has opened the chat for the first time.
  request_welcome: z.unknown().transform(() => null),
  unsupported: z.unknown().transform(() => null),
};

const lines = (...parts: (string | null | undefined | false)[]): string | null =>
  parts.filter((part) => part).join('\n') || null;

/** Reads the content of a message of this type. An unreadable one is still a message. */
export function readContent(type: string, raw: unknown): Content {
  const content = (raw as Record<string, unknown>)[type];
  if (FILES.has(type)) {
    const read = fileSchema.safeParse(content);
    if (!read.success) return { kind: type as MessageKind, body: null, file: null, isKnown: false };
    const { id, mime_type = null, filename, caption } = read.data;
    const name = storable(filename ?? '', MAX_FILE_NAME_LENGTH, cleanLine);
    const file = { media_id: id, mime_type, name };
    return {
      kind: type as MessageKind,
      body: storable(caption ?? '', MAX_BODY_LENGTH),
      file,
      isKnown: true,
    };
  }
  const schema = WORDS[type];
  const read = schema?.safeParse(content);
  const kind = schema ? (type as MessageKind) : 'other';
  const body = read?.success && read.data !== null ? storable(read.data, MAX_BODY_LENGTH) : null;
  return { kind, body, file: null, isKnown: read?.success === true };
}

/** A text as it is stored: clean, and cut to `most` characters; null if nothing is left. */
export function storable(text: string, most: number, clean = cleanLines): string | null {
  return cutText(clean(text), most) || null;
}
