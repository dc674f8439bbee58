import { createHmac, randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { withDatabase } from './database.ts';
import { fetchText } from './http.ts';
import type { Meta, MetaSent } from './meta';
import type { TestServer } from './server';
import { WAIT_TIMEOUT_MS } from './timeouts.ts';

type Sender = Pick<Meta, 'number' | 'businessAccountId'>;

/** Somebody with WhatsApp. */
export type Contact = {
  /** Their `wa_id`: digits with the calling code; '' for somebody who shows a user name instead. */
  number: string;
  name?: string;
  /** Meta's id of them towards the company. */
  userId?: string;
  username?: string;
};

export type WebhookMessage = {
  id: string;
  type: string;
  from?: string;
  timestamp: string;
  [more: string]: unknown;
};

/** A new id of a message, in Meta's form. */
export const makeWamid = (): string => `wamid.${randomBytes(30).toString('base64')}`;

const seconds = (moment: Date) => String(Math.floor(moment.getTime() / 1000));

type More = { id?: string; at?: Date; [more: string]: unknown };

/** A message of any type: `content` is what stands under the type's name. */
export function messageOf(
  from: Contact,
  type: string,
  content?: unknown,
  { id = makeWamid(), at = new Date(), ...more }: More = {},
): WebhookMessage {
  return {
    ...(from.number && { from: from.number }),
    ...(from.userId && { from_user_id: from.userId }),
    ...{ id, timestamp: seconds(at), type },
    ...(content !== undefined && { [type]: content }),
    ...more,
  };
}

export const textOf = (from: Contact, body: string, more?: More) => messageOf(from, 'text', { body }, more);

/** `message` as a reply to the one with this id. */
export const answering = (message: WebhookMessage, id: string, from = '5491155550000'): WebhookMessage => ({
  ...message,
  context: { from, id },
});

const file = (mime_type: string, id: string) => ({
  mime_type,
  sha256: 'uUzrVIqUMLqjpHLnFhxlOWqSQvSbDJ6Rh0d0hRxW3xU=',
  id,
});

/** One message of every type Meta describes, by type. `mediaId` is the file of those with one. */
export function everyType(from: Contact, mediaId = '1003383421387256'): Record<string, WebhookMessage> {
  const one = (type: string, content?: unknown, more?: More) => messageOf(from, type, content, more);
  return {
    text: one('text', { body: 'Hola, vi el plan Chat con IA' }),
    image: one('image', { ...file('image/jpeg', mediaId), caption: 'El frente' }),
    audio: one('audio', { ...file('audio/ogg; codecs=opus', mediaId), voice: true }),
    video: one('video', { ...file('video/mp4', mediaId), caption: 'La recorrida' }),
    document: one('document', {
      ...file('application/pdf', mediaId),
      filename: 'Tasación.pdf',
      caption: 'La tasación',
    }),
    sticker: one('sticker', { ...file('image/webp', mediaId), animated: false }),
    location: one('location', {
      ...{ latitude: -34.6037, longitude: -58.3816 },
      ...{ name: 'Obelisco', address: 'Av. 9 de Julio, Buenos Aires' },
    }),
    contacts: one('contacts', [
      {
        name: { formatted_name: 'Carla Sosa', first_name: 'Carla' },
        phones: [{ phone: '+54 9 351 555-1234', wa_id: '5493515551234', type: 'CELL' }],
      },
    ]),
    button: one('button', { text: 'Quiero saber más', payload: 'MAS' }),
    interactive: one('interactive', {
      type: 'list_reply',
      list_reply: { id: 'plan-2', title: 'Chat con IA', description: 'El más elegido' },
    }),
    order: one('order', {
      catalog_id: '194836987003835',
      text: 'Son para dos',
      product_items: [
        { product_retailer_id: 'di9ozbzfi4', quantity: 2, item_price: 30, currency: 'USD' },
        { product_retailer_id: 'nqryix03ez', quantity: 1, item_price: 25, currency: 'USD' },
      ],
    }),
    unsupported: one('unsupported', undefined, {
      errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }],
    }),
  };
}

export const reactionOf = (from: Contact, message_id: string, emoji: string | undefined, more?: More) =>
  messageOf(from, 'reaction', { message_id, ...(emoji !== undefined && { emoji }) }, more);

export const editOf = (from: Contact, original_message_id: string, body: string, more?: More) =>
  messageOf(from, 'edit', { original_message_id, message: { type: 'text', text: { body } } }, more);

export const revokeOf = (from: Contact, original_message_id: string, more?: More) =>
  messageOf(from, 'revoke', { original_message_id }, more);

/** Of somebody whose number changed. */
export const systemOf = (from: Contact, wa_id: string, more?: More) =>
  messageOf(
    from,
    'system',
    {
      ...{ type: 'user_changed_number', wa_id },
      body: `User ${from.name} changed from ${from.number} to ${wa_id}`,
    },
    more,
  );

/** An outgoing message written on the phone, in the WhatsApp Business app. */
export const echoOf = (meta: Sender, to: Contact, type: string, content: unknown, more?: More) => ({
  ...messageOf({ number: digitsOf(meta) }, type, content, more),
  to: to.number,
});

type DeliveryStatus = 'sent' | 'delivered' | 'read' | 'failed';
type Failure = { code: number; title?: string };

/** A status of an outgoing message. `to` is digits. */
export function statusOf(
  { wamid, to, biz_opaque_callback_data }: Pick<MetaSent, 'wamid' | 'to' | 'biz_opaque_callback_data'>,
  status: DeliveryStatus,
  { code, title = 'Message failed to send' }: Partial<Failure> = {},
  at = new Date(),
) {
  return {
    ...{ id: wamid, status, timestamp: seconds(at), recipient_id: to },
    ...(biz_opaque_callback_data && { biz_opaque_callback_data }),
    ...(code && {
      errors: [
        {
          ...{ code, title, message: title },
          error_data: { details: 'Message failed to send.' },
          href: 'https://developers.facebook.com/docs/whatsapp/cloud-api/support/error-codes/',
        },
      ],
    }),
  };
}

type Change = { field: string; value: object };

const digitsOf = ({ number }: Sender) => number.display_phone_number.replace(/\D/g, '');

const addressed = (meta: Sender, value: object) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: digitsOf(meta), phone_number_id: meta.number.id },
  ...value,
});

type MessagesAndStatuses = { messages?: object[]; statuses?: object[]; contacts?: Contact[] };

/** A change of the field `messages`. */
export function messagesChange(meta: Sender, { contacts, ...spoken }: MessagesAndStatuses): Change {
  const known = contacts?.map(({ number, name, userId, username }) => ({
    profile: { name, ...(username && { username }) },
    ...(number && { wa_id: number }),
    ...(userId && { user_id: userId }),
  }));
  return { field: 'messages', value: addressed(meta, { ...(known && { contacts: known }), ...spoken }) };
}

export const echoesChange = (meta: Sender, message_echoes: object[]): Change => ({
  field: 'smb_message_echoes',
  value: addressed(meta, { message_echoes }),
});

/** Conversations from before the number was connected, by number. */
export const historyChange = (
  meta: Sender,
  threads: { number: string; messages: object[] }[],
  metadata = { phase: 0, chunk_order: 1, progress: 100 },
): Change => ({
  field: 'history',
  value: addressed(meta, {
    history: [{ metadata, threads: threads.map(({ number, messages }) => ({ id: number, messages })) }],
  }),
});

export const appStateChange = (meta: Sender, contacts: Contact[]): Change => ({
  field: 'smb_app_state_sync',
  value: addressed(meta, {
    state_sync: contacts.map(({ number, name = '' }) => ({
      type: 'contact',
      contact: { full_name: name, first_name: name.split(' ')[0], phone_number: number },
      action: 'add',
      metadata: { timestamp: seconds(new Date()) },
    })),
  }),
});

export const accountUpdateChange = (meta: Sender): Change => ({
  field: 'account_update',
  value: { phone_number: digitsOf(meta), event: 'VERIFIED_ACCOUNT' },
});

/** A webhook's body with these changes, in one entry. */
export const bodyOf = (meta: Sender, changes: Change[]): object => ({
  object: 'whatsapp_business_account',
  entry: [{ id: meta.businessAccountId, changes }],
});

/** A webhook's body with messages or statuses. */
export const webhookOf = (meta: Sender, spoken: MessagesAndStatuses): object =>
  bodyOf(meta, [messagesChange(meta, spoken)]);

/** What Meta sends as `X-Hub-Signature-256`. */
export const signWebhook = (appSecret: string, bytes: string | Buffer): string =>
  `sha256=${createHmac('sha256', appSecret).update(bytes).digest('hex')}`;

/** Posts a webhook as Meta does; `signature` replaces the right one, null leaves it out. */
export async function postWebhook(
  server: Pick<TestServer, 'url'>,
  { appSecret }: Pick<Meta, 'appSecret'>,
  body: object | string | Buffer,
  { signature }: { signature?: string | null } = {},
): Promise<{ status: number; text: string; headers: Headers }> {
  const bytes =
    typeof body === 'string' || Buffer.isBuffer(body) ? Buffer.from(body) : Buffer.from(JSON.stringify(body));
  const signed = signature === undefined ? signWebhook(appSecret, bytes) : signature;
  return fetchText(`${server.url}/api/whatsapp/webhook`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'facebookexternalua',
      ...(signed !== null && { 'x-hub-signature-256': signed }),
    },
    body: bytes,
  });
}

/** Posts a webhook that must be accepted. */
export async function deliverWebhook(server: TestServer, meta: Meta, ...changes: Change[]): Promise<void> {
  const { status, text } = await postWebhook(server, meta, bodyOf(meta, changes));
  if (status !== 200) throw new Error(`the webhook was refused: ${status} ${text}`);
}

/** An incoming message; returns its id. */
export async function personWrites(server: TestServer, meta: Meta, from: Contact, text: string, more?: More) {
  const message = textOf(from, text, more);
  await deliverWebhook(server, meta, messagesChange(meta, { contacts: [from], messages: [message] }));
  return message.id;
}

/** Other messages than texts; they may all be of one contact. */
export async function personSends(server: TestServer, meta: Meta, from: Contact, ...messages: object[]) {
  await deliverWebhook(server, meta, messagesChange(meta, { contacts: [from], messages }));
}

/** An outgoing message written on the phone; returns its id. */
export async function phoneWrites(server: TestServer, meta: Meta, to: Contact, text: string, more?: More) {
  const message = echoOf(meta, to, 'text', { body: text }, more);
  await deliverWebhook(server, meta, echoesChange(meta, [message]));
  return message.id;
}

/** Meta reports the status of an outgoing message. */
export async function deliverStatus(server: TestServer, meta: Meta, ...status: Parameters<typeof statusOf>) {
  await deliverWebhook(server, meta, messagesChange(meta, { statuses: [statusOf(...status)] }));
}

/** Resolves once all received webhooks have been processed. */
export async function waitForInbox(server: TestServer): Promise<void> {
  const count = () => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM whatsapp_received').pluck().get());
  for (const startedAt = performance.now(); count() !== 0; await wait(20))
    if (performance.now() - startedAt > WAIT_TIMEOUT_MS) throw new Error(`${count()} webhooks were not processed`);
}
