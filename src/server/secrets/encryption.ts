import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { secretsKeyMissing } from '~/shared/strings/errors';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { log } from '../log';
import { makeKeyFile, readKeyFile, requireKey, type SecretsKey, SecretsKeyError } from './key-file';

const CIPHER = 'aes-256-gcm';
/** The first byte of every box, to tell future formats apart. */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

let cachedKey: SecretsKey | undefined;

const selectKeyMark = query<[], { fingerprint: Buffer }>('SELECT fingerprint FROM secrets_key WHERE id = 1');

const insertKeyMark = query<[{ fingerprint: Buffer; used_since: string }]>(
  'INSERT INTO secrets_key (id, fingerprint, used_since) VALUES (1, :fingerprint, :used_since)',
);

/**
 * Encrypts a secret that must be readable again, for a BLOB column. `context` names owner and purpose, such as
 * `totp:<user id>`: the box opens only with the same one, so database write access does not suffice to move a secret to
 * another row. Call it in the transaction that stores the box.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is missing.
 */
export function seal(plain: string, context: string): Buffer {
  const { seal: key, fingerprint } = ensureKey();
  if (!selectKeyMark().get()) insertKeyMark().run({ fingerprint, used_since: new Date().toISOString() });
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, text, cipher.getAuthTag()]);
}

/**
 * Decrypts what `seal` made with the same context; null if key or context differ, or the box was altered.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is missing.
 */
export function unseal(box: Buffer, context: string): string | null {
  const { seal: key } = ensureKey();
  if (box[0] !== FORMAT || box.byteLength < HEAD_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, box.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/**
 * The HMAC-SHA256 of some content, which nobody without the key can make or invert. `context` names its purpose,
 * without NUL. Nothing is stored; what relies on it for long relies on the mark made by the first sealed value.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is missing.
 */
export function sign(content: string | Buffer, context: string): Buffer {
  return signWith(ensureKey(), content, context);
}

/** Likewise with a key read for a database other than the process's own. */
export function signWith({ sign: key }: SecretsKey, content: string | Buffer, context: string): Buffer {
  return createHmac('sha256', key).update(`${context}\0`).update(content).digest();
}

/** The key's fingerprint. Throws AppError `busy`, and a line for the operator in the log, if the key is missing. */
export function requireSecretsKey(): Buffer {
  return ensureKey().fingerprint;
}

/** The key this database needs. The file is reread until it is the right one, so no restart is needed. */
function ensureKey(): SecretsKey {
  const needed = selectKeyMark().get()?.fingerprint ?? null;
  if (cachedKey && (needed === null || needed.equals(cachedKey.fingerprint))) return cachedKey;
  const path = getSettings().SECRETS_KEY_FILE;
  try {
    // Once something is sealed, a new key would open none of it.
    if (needed === null && !existsSync(path)) makeKeyFile(path);
    const key = readKeyFile(path);
    requireKey(key, path, needed);
    cachedKey = key;
    return key;
  } catch (error) {
    if (!(error instanceof SecretsKeyError)) throw error;
    log.error({ event: 'secrets_key_unusable', err: error }, error.message);
    throw new AppError('busy', { message: secretsKeyMissing, retryAfterSeconds: 60, cause: error });
  }
}

/**
 * At the start: makes the key if there is none and nothing is sealed, and logs what is wrong with it. The server starts
 * nevertheless, as enquiries and most else need no key.
 */
export function ensureSecretsKey(): void {
  try {
    ensureKey();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
  }
}

const deleteKeyMark = query<[]>('DELETE FROM secrets_key WHERE id = 1');

/**
 * For the operator who lost the key: makes a new one. What was sealed stays unreadable for good. A file in its place is
 * renamed, and the new name returned. Does nothing, and returns null, if the key is not lost.
 */
export async function replaceLostKey(): Promise<{ path: string; kept: string | null } | null> {
  const path = getSettings().SECRETS_KEY_FILE;
  if (!isLost(path)) return null;
  const kept = existsSync(path) ? `${path}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}` : null;
  if (kept) renameSync(path, kept);
  makeKeyFile(path);
  const { fingerprint } = readKeyFile(path);
  await inSharedTransaction(() => {
    deleteKeyMark().run();
    insertKeyMark().run({ fingerprint, used_since: new Date().toISOString() });
  });
  return { path, kept };
}

/** Whether something is sealed and its key is not at `path`. */
function isLost(path: string): boolean {
  const needed = selectKeyMark().get()?.fingerprint;
  if (!needed) return false;
  try {
    requireKey(readKeyFile(path), path, needed);
    return false;
  } catch (error) {
    if (error instanceof SecretsKeyError) return true;
    throw error;
  }
}
