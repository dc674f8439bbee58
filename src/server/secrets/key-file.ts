import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { ownName } from '../process/file-fault.ts';

const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 16;
/** Group and others. */
const OTHERS = 0o077;

/** Why there is no usable key, in a sentence for the operator. */
export class SecretsKeyError extends Error {
  override name = 'SecretsKeyError';
}

/** `seal` encrypts, `sign` makes keyed hashes; `fingerprint` tells keys apart without revealing them. */
export type SecretsKey = { seal: Buffer; sign: Buffer; fingerprint: Buffer };

/**
 * Makes a key of 32 random bytes at `path`, readable only by its owner. An existing file wins, even one another process
 * makes at the same moment: the key is linked to its name only once it is whole and on disk.
 */
export function makeKeyFile(path: string): void {
  const folder = dirname(path);
  const draft = `${path}.${process.pid}.parcial`;
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    rmSync(draft, { force: true });
    writeFileSync(draft, `${randomBytes(KEY_BYTES).toString('base64')}\n`, { mode: 0o600, flush: true });
    linkUnlessThere(draft, path);
    rmSync(draft);
    syncFolder(folder);
  } catch (error) {
    throw new SecretsKeyError(
      `No se pudo crear la clave de secretos ${path}: ${(error as Error).message}. Revisá SECRETS_KEY_FILE.`,
      { cause: error },
    );
  }
}

function linkUnlessThere(file: string, name: string): void {
  try {
    linkSync(file, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** So the name survives a power cut. */
function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  fsyncSync(handle);
  closeSync(handle);
}

/** The key in the file at `path`. Throws SecretsKeyError if there is none, or it is unreadable or not a key. */
export function readKeyFile(path: string): SecretsKey {
  const bytes = Buffer.from(readText(path), 'base64');
  if (bytes.byteLength !== KEY_BYTES) {
    throw new SecretsKeyError(`${path} no es una clave de secretos: tiene que ser de ${KEY_BYTES} bytes en base64.`);
  }
  const derive = (purpose: string, length: number) => Buffer.from(hkdfSync('sha256', bytes, '', purpose, length));
  return {
    seal: derive('crm secrets: seal', KEY_BYTES),
    sign: derive('crm secrets: sign', KEY_BYTES),
    fingerprint: derive('crm secrets: fingerprint', FINGERPRINT_BYTES),
  };
}

function readText(path: string): string {
  try {
    return readFileSync(path, 'ascii').trim();
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new SecretsKeyError(
      code === 'ENOENT'
        ? `Falta la clave de secretos ${path}. Sin ella no se puede leer lo que la base guarda cifrado (verificación en dos pasos, claves de acceso, webhooks, avisos en el teléfono). Volvé a poner el archivo desde donde lo guardaste; si se perdió, 'crm new-secrets-key' hace otra.`
        : code === 'EACCES'
          ? `No se puede leer la clave de secretos ${path}: el programa corre como ${ownName()}. Corregilo con: chown ${ownName()} ${path}`
          : `No se puede leer la clave de secretos ${path}: ${message}.`,
      { cause: error },
    );
  }
}

/**
 * What is wrong with the key file of a database that needs the key with this fingerprint (null: nothing is sealed yet),
 * in a sentence for the operator; null if all is well.
 */
export function findKeyFault(path: string, needed: Buffer | null): string | null {
  // The first start, or the first sealed value, makes it.
  if (needed === null && !existsSync(path)) return null;
  try {
    requireKey(readKeyFile(path), path, needed);
  } catch (error) {
    if (error instanceof SecretsKeyError) return error.message;
    throw error;
  }
  if ((statSync(path).mode & OTHERS) === 0) return null;
  return `${path} lo pueden leer otros usuarios de la máquina. Corregilo con: chmod 600 ${path}`;
}

/** @throws {SecretsKeyError} if this key does not have the needed fingerprint. */
export function requireKey(key: SecretsKey, path: string, needed: Buffer | null): void {
  if (needed === null || needed.equals(key.fingerprint)) return;
  throw new SecretsKeyError(
    `${path} es otra clave que aquella con la que se cifraron los secretos de esta base. Poné la que corresponde; si se perdió, 'crm new-secrets-key' empieza de nuevo.`,
  );
}
