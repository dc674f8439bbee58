import { inSharedTransaction } from '~/server/database/group-commit';
import { getSettings } from '~/server/env';
import { log } from '~/server/log';
import { insertKeys, type PushKeys, selectKeys } from './push-queries';

/** Apple's service answers 403 to a contact on such a host. */
const LOCAL_HOST = /^(localhost|.*\.(localhost|local|invalid|test))$/;

/** Makes the keys of this installation, if it has none. */
export async function providePushKeys(): Promise<void> {
  if (!selectKeys().get()) {
    const { default: webPush } = await import('web-push');
    const { publicKey, privateKey } = webPush.generateVAPIDKeys();
    await inSharedTransaction(() => insertKeys().run({ public_key: publicKey, private_key: privateKey }));
  }
  const { SITE_URL } = getSettings();
  if (SITE_URL.startsWith('https:') && LOCAL_HOST.test(new URL(SITE_URL).hostname)) {
    log.warn({ event: 'push_contact_local', site_url: SITE_URL, reason: 'Apple sends nothing for it' });
  }
}

/** The key to which devices subscribe: 65 bytes as base64url. */
export function readPublicKey(): string {
  return readKeys().public_key;
}

/** By what push services know who sends (RFC 8292): the site, or where it has no https the mails' sender. */
export function vapidDetails(): { subject: string; publicKey: string; privateKey: string } {
  const { SITE_URL, MAIL_FROM } = getSettings();
  const { public_key, private_key } = readKeys();
  const subject = SITE_URL.startsWith('https:') ? SITE_URL : `mailto:${MAIL_FROM.address}`;
  return { subject, publicKey: public_key, privateKey: private_key };
}

function readKeys(): PushKeys {
  const keys = selectKeys().get();
  if (!keys) throw new Error('the start makes the keys');
  return keys;
}
