import { diskFull } from '~/shared/strings/errors';
import { selectAccount } from '../accounts/account-queries';
import { AppError, toAppError } from '../app-error';
import { query } from '../database/connection';
import { tryOut } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { insertSession, type NewSession, type SessionRow, sessionIn } from './session-queries';

// What signing in and out would store, where the disk is full: it counts for this process only, and is written as soon
// as there is room.

/** How often it is tried to write what is owed. */
const RETRY_INTERVAL_MS = 2000;

type Held = NewSession & { password_hash: string };

const held = new Map<string, Held>();
const ended = new Set<string>();
const spent = new Set<string>();

/** In the order they happened. */
const owed: { write: () => void; forget: () => void }[] = [];
let timer: NodeJS.Timeout | undefined;

/** Begins a session in memory. `alongside` is what to store with it; a new password, as any, ends the session. */
export function hold(session: NewSession, alongside: () => void): void {
  const { user_id, token_hash } = session;
  const password_hash = selectAccount().get({ id: user_id })?.password_hash ?? '';
  const key = token_hash.toString('hex');
  held.set(key, { ...session, password_hash });
  owe({
    write: () => {
      if (findHeldSession(token_hash, Date.now())) insertSession().run(session);
      alongside();
    },
    forget: () => void held.delete(key),
  });
  log.warn({ event: 'session_held', user: user_id, reason: 'the disk is full' });
}

/** The same for a session that has no row (held-sessions.ts), until its user's password changes. */
const selectHeldSession = query<[NewSession & { password_hash: string; now: string }], SessionRow>(
  `${sessionIn(`(SELECT :token_hash AS token_hash, :user_id AS user_id, :created_at AS created_at,
                        :created_at AS last_used_at, :idle_expires_at AS idle_expires_at, :expires_at AS expires_at,
                        NULL AS confirmed_at) AS sessions`)}
     AND users.password_hash = :password_hash`,
);

export function findHeldSession(token_hash: Buffer, now: number): SessionRow | undefined {
  const session = held.get(token_hash.toString('hex'));
  return session && selectHeldSession().get({ ...session, now: new Date(now).toISOString() });
}

/** Ends a session that has a row, in memory; `write` is what ends it for good. */
export function endInMemory(token_hash: Buffer, write: () => void): void {
  const key = token_hash.toString('hex');
  ended.add(key);
  owe({ write, forget: () => void ended.delete(key) });
  log.warn({ event: 'session_end_held', reason: 'the disk is full' });
}

/** Ends a session that lives in memory. */
export function forgetHeld(token_hash: Buffer): void {
  held.delete(token_hash.toString('hex'));
}

export function isEndedInMemory(token_hash: Buffer): boolean {
  return ended.has(token_hash.toString('hex'));
}

/** Whether a proof that counts once counts now. `use`, which records its use, is only tried out. */
export function acceptInMemory(proof: string, use: () => boolean): boolean {
  if (spent.has(proof) || !tryOut(use)) return false;
  spent.add(proof);
  return true;
}

/** For what changes a session's row. Throws AppError `busy` while there is no room for one. */
export async function requireStored(token_hash: Buffer): Promise<void> {
  await settleOwed();
  if (held.has(token_hash.toString('hex'))) throw new AppError('busy', { message: diskFull, retryAfterSeconds: 5 });
}

function owe(debt: (typeof owed)[number]): void {
  owed.push(debt);
  timer ??= setInterval(settleOwed, RETRY_INTERVAL_MS).unref();
}

let settling: Promise<void> | undefined;

/** Writes what is owed, as far as there is room. */
export function settleOwed(): Promise<void> {
  settling ??= writeOwed().finally(() => {
    settling = undefined;
  });
  return settling;
}

async function writeOwed(): Promise<void> {
  for (let debt = owed[0]; debt; debt = owed[0]) {
    try {
      await inSharedTransaction(debt.write);
    } catch (error) {
      if (toAppError(error).code === 'busy') return;
      log.error({ event: 'held_session_dropped', err: error });
    }
    debt.forget();
    owed.shift();
  }
  clearInterval(timer);
  timer = undefined;
}
