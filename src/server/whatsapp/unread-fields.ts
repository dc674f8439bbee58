import { referralSchema } from '~/shared/leads/message';

/** Fields of every message: those that are read, and those that say nothing of what the person said. */
const FRAME =
  'id type timestamp from to from_user_id to_user_id from_parent_user_id to_parent_user_id group_id context history_context referral errors origin'.split(
    ' ',
  );
const CONTEXT = 'id from from_user_id user_id wa_id username forwarded frequently_forwarded'.split(' ');
const REFERRAL = [...Object.keys(referralSchema.shape), ...['media_type', 'image_url', 'video_url', 'thumbnail_url']];
const FILE = ['id', 'mime_type', 'sha256', 'url', 'caption', 'filename'];

/** The same by type. */
const CONTENT: Record<string, readonly string[]> = {
  text: ['body'],
  image: FILE,
  audio: [...FILE, 'voice'],
  video: FILE,
  document: FILE,
  sticker: [...FILE, 'animated'],
  location: ['latitude', 'longitude', 'name', 'address', 'url'],
  contacts: ['name', 'phones', 'org', 'vcard'],
  button: ['text', 'payload'],
  interactive: ['type', 'list_reply', 'button_reply', 'nfm_reply', 'body', 'action', 'header', 'footer'],
  order: ['catalog_id', 'text', 'product_items'],
};

/**
 * The name of the first field of a known message that this version does not read, with its type: 'text.suggestion'.
 * Null if there is none, and for types whose content is not read at all.
 */
export function findUnread(type: string, raw: unknown): string | null {
  const message = raw as Record<string, unknown>;
  const content = CONTENT[type];
  if (!content) return null;
  const parts: [unknown, readonly string[]][] = [
    [message, [...FRAME, type]],
    [message[type], content],
    [message.context, CONTEXT],
    [message.referral, REFERRAL],
  ];
  for (const [part, known] of parts) {
    const unread = (Array.isArray(part) ? part : [part])
      .flatMap((one) => (typeof one === 'object' && one !== null ? Object.keys(one) : []))
      .find((name) => !known.includes(name));
    if (unread !== undefined) return `${type}.${unread}`;
  }
  return null;
}
