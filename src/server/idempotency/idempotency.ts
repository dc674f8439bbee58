import { createHash } from 'node:crypto';
import { z } from 'zod';
import { tokenStrings } from '~/shared/strings/tokens';
import { AppError } from '../app-error';
import { deleteBatch, query } from '../database/connection';
import { removeInSlices } from '../database/slices';
import type { Visit } from '../http/visit';

/** A screen may repeat what it sent after some days in an open tab. */
const RETENTION_MS = 7 * 24 * 60 * 60 * 1000;

const keySchema = z.guid();
/** Visible ASCII. */
const PROGRAM_KEY = /^[\x21-\x7e]{1,255}$/;

/** Who asks to create something, and the idempotency key their screen or program chose, if any. */
export type Idempotency = { userId: string; key: string | null; isProgram: boolean };

/**
 * Reads the request's idempotency key. A screen's key is a UUID. A program's is any text, scoped to its method and
 * path, and may be quoted like a structured header's string.
 * @throws {AppError} `malformed` for a key of another form.
 */
export function readIdempotency(user: { id: string; isProgram?: boolean }, visit: Visit): Idempotency {
  const key = visit.header('idempotency-key');
  const base = { userId: user.id, isProgram: user.isProgram === true };
  if (key === null) return { ...base, key };
  if (base.isProgram) return { ...base, key: readProgramKey(key, visit) };
  if (!keySchema.safeParse(key).success) throw new AppError('malformed');
  return { ...base, key: key.toLowerCase() };
}

/** In the shape of a UUID, because the column holds 36 characters. */
function readProgramKey(header: string, visit: Visit): string {
  const text = /^"(.*)"$/.exec(header)?.[1] ?? header;
  if (!PROGRAM_KEY.test(text)) throw new AppError('malformed', { message: tokenStrings.errors.key });
  const hash = createHash('sha256').update(`${visit.method} ${visit.url.pathname} ${text}`);
  return hash.digest('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}

type Key = { user_id: string; key: string };

export type CreationKind = 'lead' | 'note' | 'company' | 'agent' | 'message';

/** `found`: it already existed, and nothing was made. */
type CreationRow = { kind: CreationKind; input_hash: Buffer; entity_id: number; found: 0 | 1 };

const selectCreation = query<[Key], CreationRow>(
  'SELECT kind, input_hash, entity_id, found FROM creations WHERE user_id = :user_id AND key = :key',
);

const insertCreation = query<[Key & CreationRow & { created_at: string }]>(
  `INSERT INTO creations (user_id, key, kind, input_hash, entity_id, found, created_at)
   VALUES (:user_id, :key, :kind, :input_hash, :entity_id, :found, :created_at)`,
);

/**
 * Creates something once per key: calls `make`, or `find` if the same key already made it. Runs in the caller's
 * transaction. `input` must describe all that is to be made. `found`: the first call found the row instead of making it.
 * @throws {AppError} `already_made` if the same key made something from another input.
 */
export function createOnce<Made extends { id: number; found?: boolean }>(
  { userId, key }: Idempotency,
  kind: CreationKind,
  input: unknown,
  { make, find }: { make: () => Made; find: (id: number, found: boolean) => Made },
): Made {
  if (key === null) return make();
  const input_hash = createHash('sha256').update(JSON.stringify(input)).digest();
  const before = selectCreation().get({ user_id: userId, key });
  if (before) {
    if (before.kind !== kind || !before.input_hash.equals(input_hash)) throw new AppError('already_made');
    return find(before.entity_id, before.found === 1);
  }
  const made = make();
  insertCreation().run({
    user_id: userId,
    key,
    kind,
    input_hash,
    entity_id: made.id,
    found: made.found ? 1 : 0,
    created_at: new Date().toISOString(),
  });
  return made;
}

/** Whether this key made something before. */
export function isRepeated({ userId, key }: Idempotency): boolean {
  return key !== null && selectCreation().get({ user_id: userId, key }) !== undefined;
}

const deleteCreationsBefore = deleteBatch<{ before: string }>('creations', 'user_id, key', 'created_at < :before');

/** Removes keys too old to be repeated; returns how many. */
export function removeOldCreations(): Promise<number> {
  const before = new Date(Date.now() - RETENTION_MS).toISOString();
  return removeInSlices(deleteCreationsBefore, { before });
}
