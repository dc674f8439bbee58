import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { existsSync, renameSync } from 'node:fs';
import { secretsKeyMissing } from '~/shared/strings/errors';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { log } from '../log';
import {
  findKeyFault,
  makeKeyFile,
  readKeyFile,
  requireKey,
  type SecretsKey,
  SecretsKeyError,
} from './key-file';
import { deleteKeyMark, insertKeyMark, selectKeyMark } from './key-mark-queries';

const CIPHER = 'aes-256-gcm';
/** The first byte of every box, so that another way of sealing can be told from this one. */
const FORMAT = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEAD_BYTES = 1 + NONCE_BYTES;

let held: SecretsKey | undefined;

/**
 * Encrypts a secret that must be readable again, for a BLOB column. `context` says whose and what it is, for example
 * `totp:<user id>`: the box opens only with the same one, so that nobody who can write to the database moves a secret to
 * another row. Call it in the transaction that stores the box.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is not there.
 */
export function seal(plain: string, context: string): Buffer {
  const { seal: key, fingerprint } = provideKey();
  if (!selectKeyMark().get()) {
    insertKeyMark().run({ fingerprint, used_since: new Date().toISOString() });
  }
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(Buffer.from(context));
  const text = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([Buffer.of(FORMAT), nonce, text, cipher.getAuthTag()]);
}

/**
 * Decrypts what `seal` made with the same context; null if it was made with another key or context, or was changed.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is not there.
 */
export function open(box: Buffer, context: string): string | null {
  const { seal: key } = provideKey();
  if (box[0] !== FORMAT || box.byteLength < HEAD_BYTES + TAG_BYTES) return null;
  const decipher = createDecipheriv(CIPHER, key, box.subarray(1, HEAD_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(context));
  decipher.setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]).toString(
      'utf8',
    );
  } catch {
    return null;
  }
}

/**
 * The HMAC-SHA256 of something, which nobody without the key can make, or make out. `context` says what it is for; it has no
 * NUL. Nothing is stored: whoever relies on it for long, relies on the key's mark, which the first sealed value makes.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is not there.
 */
export function sign(content: string | Buffer, context: string): Buffer {
  return signWith(provideKey(), content, context);
}

/** The same with a key that was read for a database which is not the process's own. */
export function signWith({ sign: key }: SecretsKey, content: string | Buffer, context: string): Buffer {
  return createHmac('sha256', key).update(`${context}\0`).update(content).digest();
}

/**
 * Returns the key's fingerprint, by which it is told from another one.
 * @throws {AppError} `busy`, and a line for the operator in the log, if the key is not there.
 */
export function requireSecretsKey(): Buffer {
  return provideKey().fingerprint;
}

/** The key that this database needs. The file is read again until it is the right one: no restart is needed. */
function provideKey(): SecretsKey {
  const needed = selectKeyMark().get()?.fingerprint ?? null;
  if (held && (needed === null || needed.equals(held.fingerprint))) return held;
  const path = getSettings().SECRETS_KEY_FILE;
  try {
    // Where something is sealed, another key would open none of it.
    if (needed === null && !existsSync(path)) makeKeyFile(path);
    const key = readKeyFile(path);
    requireKey(key, path, needed);
    held = key;
    return key;
  } catch (error) {
    if (!(error instanceof SecretsKeyError)) throw error;
    log.error({ event: 'secrets_key_unusable', err: error }, error.message);
    throw new AppError('busy', { message: secretsKeyMissing, retryAfterSeconds: 60, cause: error });
  }
}

/**
 * At the start: makes the key where there is none and nothing is sealed, and tells what is wrong with it. The server
 * starts nevertheless, because enquiries and everything else need no key.
 */
export function provideSecretsKey(): void {
  const path = getSettings().SECRETS_KEY_FILE;
  const needed = selectKeyMark().get()?.fingerprint ?? null;
  try {
    if (needed === null && !existsSync(path)) makeKeyFile(path);
    const fault = findKeyFault(path, needed);
    if (fault) throw new SecretsKeyError(fault);
  } catch (error) {
    if (!(error instanceof SecretsKeyError)) throw error;
    log.error({ event: 'secrets_key_unusable' }, error.message);
  }
}

/**
 * For the operator, where the key is lost: makes a new one. What was sealed can never be read again. A file that was in
 * its place keeps its content under another name, which is returned. Null, and nothing done, if the key is not lost.
 */
export async function replaceLostKey(): Promise<{ path: string; kept: string | null } | null> {
  const path = getSettings().SECRETS_KEY_FILE;
  if (!isLost(path)) return null;
  const kept = existsSync(path)
    ? `${path}.reemplazada-${new Date().toISOString().replace(/[:.]/g, '-')}`
    : null;
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
