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
 * Creates this installation's VAPID keys if it has none it can open. Without the key of secrets it does nothing, and a
 * later start retries. Devices subscribed to lost keys are deleted; their panel says so.
 */
export async function ensurePushKeys(): Promise<void> {
  try {
    if (readPrivateKey() === null)
      await inSharedTransaction(() => {
        // Another process starting at the same moment may have been first.
        if (readPrivateKey() !== null) return;
        const { publicKey, privateKey } = makeKeys();
        deleteAllSubscriptions().run();
        putKeys().run({ public_key: publicKey, private_box: seal(privateKey, CONTEXT) });
      });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
  const { SITE_URL } = getSettings();
  if (SITE_URL.startsWith('https:') && LOCAL_HOST.test(new URL(SITE_URL).hostname)) {
    log.warn({ event: 'push_contact_local', site_url: SITE_URL, reason: 'Apple sends nothing for it' });
  }
}

const selectKeys = query<[], { public_key: string; private_box: Buffer }>(
  'SELECT public_key, private_box FROM push_keys WHERE id = 1',
);

const putKeys = query<[{ public_key: string; private_box: Buffer }]>(
  'INSERT OR REPLACE INTO push_keys (id, public_key, private_box) VALUES (1, :public_key, :private_box)',
);

const deleteAllSubscriptions = query<[]>('DELETE FROM push_subscriptions');

/** Null if there is none, or it was sealed with a key that is lost. */
function readPrivateKey(): string | null {
  const box = selectKeys().get()?.private_box;
  return box ? unseal(box, CONTEXT) : null;
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
  const privateKey = readPrivateKey();
  if (privateKey === null) throw new Error('the key of pushes is not there, or was sealed with a key that is lost');
  const subject = SITE_URL.startsWith('https:') ? SITE_URL : `mailto:${MAIL_FROM.address}`;
  return { subject, publicKey: readPublicKey(), privateKey };
}
