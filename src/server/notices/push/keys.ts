import { AppError } from '~/server/app-error';
import { query } from '~/server/database/connection';
import { inSharedTransaction } from '~/server/database/group-commit';
import { getSettings } from '~/server/env';
import { log } from '~/server/log';
import { seal, unseal } from '~/server/secrets/encryption';
import { type Keys, makeKeys } from './web-push';

const CONTEXT = 'push-key';

/** Apple answers 403 to a contact on such a host. */
const LOCAL_HOST = /^(localhost|.*\.(localhost|local|invalid|test))$/;

/**
 * Creates this installation's VAPID keys if it has none it can open, and seals a private key that an older version left
 * in clear text. Without the key of secrets it does nothing, and a later start retries. Devices subscribed to lost keys
 * are deleted; their panel says so.
 */
export async function ensurePushKeys(): Promise<void> {
  try {
    if (!isSealed()) {
      await inSharedTransaction(() => {
        // Another process starting at the same moment may have been first.
        if (!isSealed()) sealKeys(makeKeys());
      });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const { SITE_URL } = getSettings();
  if (SITE_URL.startsWith('https:') && LOCAL_HOST.test(new URL(SITE_URL).hostname)) {
    log.warn({ event: 'push_contact_local', site_url: SITE_URL, reason: 'Apple sends nothing for it' });
  }
}

/** `private_key` is left by older versions until it is sealed. */
type PushKeys = { public_key: string; private_key: string | null; private_box: Buffer | null };

const selectKeys = query<[], PushKeys>('SELECT public_key, private_key, private_box FROM push_keys WHERE id = 1');

function isSealed(): boolean {
  const box = selectKeys().get()?.private_box;
  return box != null && unseal(box, CONTEXT) !== null;
}

const putKeys = query<[{ public_key: string; private_box: Buffer }]>(
  `INSERT INTO push_keys (id, public_key, private_box) VALUES (1, :public_key, :private_box)
   ON CONFLICT DO UPDATE SET public_key = excluded.public_key, private_key = NULL, private_box = excluded.private_box`,
);

const deleteAllSubscriptions = query<[]>('DELETE FROM push_subscriptions');

function sealKeys(made: Keys): void {
  const there = selectKeys().get();
  const inClear = there?.private_key;
  if (there && !inClear) deleteAllSubscriptions().run();
  putKeys().run({
    public_key: there && inClear ? there.public_key : made.publicKey,
    private_box: seal(inClear ?? made.privateKey, CONTEXT),
  });
}

/** The public key devices subscribe to, 65 bytes as base64url; empty until a start could seal the private one. */
export function readPublicKey(): string {
  return selectKeys().get()?.public_key ?? '';
}

/**
 * Identifies the sender to push services (RFC 8292): the site or, if it has no https, the mail sender.
 * @throws {AppError} `busy` if the key of secrets is not there.
 */
export function vapidDetails(): Keys & { subject: string } {
  const { SITE_URL, MAIL_FROM } = getSettings();
  const keys = selectKeys().get();
  // In clear text only if the first start of this version found no key to seal it.
  const privateKey = keys?.private_box ? unseal(keys.private_box, CONTEXT) : keys?.private_key;
  if (!keys || !privateKey) throw new Error('the key of pushes is not there, or was sealed with a key that is lost');
  const subject = SITE_URL.startsWith('https:') ? SITE_URL : `mailto:${MAIL_FROM.address}`;
  return { subject, publicKey: keys.public_key, privateKey };
}
