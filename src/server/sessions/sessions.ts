import type { Role, SessionUser } from '~/shared/accounts/account';
import type { ErrorCode } from '~/shared/errors';
import type { AccountRow } from '../accounts/account-queries';
import { AppError } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { networkOf } from '../net/client-address';
import { moveDevice } from '../notices/push/subscriptions';
import { graceEnd, grantGrace, isRequired, listSecondFactors } from '../second-factor/requirement';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { endInMemory, findHeldSession, forgetHeld, hold, isEndedInMemory } from './held-sessions';
import { recordBrowser } from './known-browsers';
import { insertSession, type NewSession, type SessionRow, sessionIn } from './session-queries';

const MINUTE_MS = 60_000;
const IDLE_MS = 12 * 60 * MINUTE_MS;
/** The longest a session lasts, a stolen one too. */
export const ABSOLUTE_MS = 14 * 24 * 60 * MINUTE_MS;
/** Renewing is a write. Every five minutes is precise enough for an idle limit of 12 hours. */
const RENEW_AFTER_MS = 5 * MINUTE_MS;
/** How long a sign-in or confirmation counts as recent. */
const PROOF_LASTS_MS = 5 * MINUTE_MS;

const sessionCookie = ownCookie('sid');

/**
 * Begins a session for a user who just signed in with everything that is asked of them, which counts as recent proof:
 * ends the visitor's old one, sets the cookie and returns the user. A token always new defeats session fixation. Call it
 * in the transaction that checked the user; on a full disk without one, and with what to store `alongside` once there is
 * room: until then it lives in memory. Whatever else changes a session's rights calls `rotateToken`, so that nothing but
 * a sign-in or a confirmation proves anything.
 */
export function beginSession(visit: Visit, userId: string, alongside?: () => void): SessionUser {
  const token = makeToken();
  const session = makeSession(token, visit, userId);
  const settle = () => {
    grantGrace(userId);
    const row = findSession(token, Date.now());
    if (row) recordBrowser(row, visit);
  };
  if (alongside)
    hold(session, () => {
      alongside();
      settle();
    });
  else {
    moveDevice(currentSessionHash(visit.cookies), session.token_hash, userId);
    endSession(visit.cookies);
    insertSession().run(session);
    settle();
  }
  const row = findSession(token, Date.now());
  if (!row) throw new AppError('unauthenticated');
  sessionCookie.set(visit.cookies, token, ABSOLUTE_MS / 1000);
  return toSessionUser(row);
}

function makeSession(token: string, visit: Visit, user_id: string): NewSession {
  const now = Date.now();
  return {
    token_hash: hashToken(token),
    user_id,
    user_agent: visit.userAgent,
    network: networkOf(visit.address),
    created_at: new Date(now).toISOString(),
    idle_expires_at: new Date(now + IDLE_MS).toISOString(),
    expires_at: new Date(now + ABSOLUTE_MS).toISOString(),
  };
}

const selectSession = query<[{ token_hash: Buffer; now: string }], SessionRow>(sessionIn('sessions'));

function findSession(token: string, now: number): SessionRow | undefined {
  const token_hash = hashToken(token);
  if (isEndedInMemory(token_hash)) return undefined;
  return findHeldSession(token_hash, now) ?? selectSession().get({ token_hash, now: new Date(now).toISOString() });
}

const touchSession = query<[{ token_hash: Buffer; now: string; idle_expires_at: string }]>(
  'UPDATE sessions SET last_used_at = :now, idle_expires_at = :idle_expires_at WHERE token_hash = :token_hash',
);

/** The signed-in user by the request's cookie, or null. Renews the session's idle limit. */
export function findSessionUser(cookies: Cookies): SessionUser | null {
  const token = sessionCookie.read(cookies);
  if (!token) return null;
  const now = Date.now();
  const row = findSession(token, now);
  if (!row) return null;
  if (now - Date.parse(row.last_used_at) > RENEW_AFTER_MS) {
    try {
      touchSession().run({
        token_hash: hashToken(token),
        now: new Date(now).toISOString(),
        // Capped at the absolute limit, so the idle limit alone tells when a row can be removed.
        idle_expires_at: new Date(Math.min(now + IDLE_MS, Date.parse(row.expires_at))).toISOString(),
      });
    } catch (error) {
      // A full disk or a lock must not stop people from reading; the next request renews it.
      log.warn({ event: 'session_not_renewed', err: error });
    }
  }
  return toSessionUser(row);
}

/**
 * Whether the cookie's session was ended: signed out, here or elsewhere, its owner suspended, its token rotated. One
 * that only ran out was not: at the beginning of time it had not yet.
 */
export function wasSessionEnded(cookies: Cookies): boolean {
  const token = sessionCookie.read(cookies);
  return Boolean(token && !findSession(token, 0));
}

/** The signed-in user, or null. Unlike findSessionUser, does not renew the session. */
export function peekSessionUser(cookies: Cookies): SessionUser | null {
  const token = sessionCookie.read(cookies);
  const row = token && findSession(token, Date.now());
  return row ? toSessionUser(row) : null;
}

/**
 * Refuses a session whose owner neither signed in nor confirmed within five minutes: whoever finds an unlocked screen,
 * or stole a cookie, can take nothing away and lock nobody out.
 * @throws {AppError} `step_up`, with the ways to confirm where the password is not enough; `unauthenticated`.
 */
export function requireRecentProof(cookies: Cookies): void {
  const now = Date.now();
  const session = findSession(sessionCookie.read(cookies) ?? '', now);
  if (!session) throw new AppError('unauthenticated');
  const age = now - Date.parse(session.confirmed_at ?? session.created_at);
  // A proof from the future does not count: the clock was set back since.
  if (age >= 0 && age <= PROOF_LASTS_MS) return;
  const ways = listSecondFactors(session.id);
  throw new AppError('step_up', ways.length > 0 ? { second_factor: ways } : {});
}

/** Rotates a session's token; `confirmed_at`: when its owner proved again who they are, null if they did not. */
const updateToken = query<[{ token_hash: Buffer; new_hash: Buffer; confirmed_at: string | null }]>(
  `UPDATE sessions SET token_hash = :new_hash, confirmed_at = coalesce(:confirmed_at, confirmed_at)
   WHERE token_hash = :token_hash`,
);

/**
 * Rotates the session's token, in the caller's transaction, as its rights changed. The proof stays as old as it was,
 * unless the session's owner just proved again who they are (`renewProof`).
 * @throws {AppError} `unauthenticated` if the session has ended meanwhile.
 */
export function rotateToken({ cookies }: Visit, confirmed_at: string | null = null): void {
  if (!peekSessionUser(cookies)) throw new AppError('unauthenticated');
  const token = makeToken();
  const [token_hash, new_hash] = [currentSessionHash(cookies), hashToken(token)];
  updateToken().run({ token_hash, new_hash, confirmed_at });
  const { id, expires_at } = findSession(token, Date.now()) ?? {};
  if (!id || !expires_at) throw new AppError('unauthenticated');
  moveDevice(token_hash, new_hash, id);
  sessionCookie.set(cookies, token, Math.floor((Date.parse(expires_at) - Date.now()) / 1000));
}

export const renewProof = (visit: Visit) => rotateToken(visit, new Date().toISOString());

function toSessionUser(row: SessionRow): SessionUser {
  const user: SessionUser = {
    id: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles === '' ? [] : (row.roles.split(',') as Role[]),
    must_change_password: row.must_change_password === 1,
  };
  const due = findGraceEnd(row, user.roles);
  if (due === null) return user;
  return due <= new Date().toISOString()
    ? { ...user, must_set_second_factor: true }
    : { ...user, second_factor_due: due };
}

/** When the user's grace without a required second factor ends or ended; null if none is required, or one is set. */
function findGraceEnd(row: SessionRow, roles: Role[]): string | null {
  if (row.has_second_factor === 1 || !isRequired(getSettings().SECOND_FACTOR, roles)) return null;
  return row.second_factor_due ?? graceEnd(row.created_at);
}

/** The hash of the cookie's token, which identifies the current session. */
export function currentSessionHash(cookies: Cookies): Buffer {
  return hashToken(sessionCookie.read(cookies) ?? '');
}

const deleteSession = query<[Buffer]>('DELETE FROM sessions WHERE token_hash = ?');

/** Ends the session from which its user signs out, on a full disk in this process's memory. */
export async function signOut(user: SessionUser, visit: Visit): Promise<void> {
  const token_hash = currentSessionHash(visit.cookies);
  const end = () => {
    recordAudit({ type: 'sign_out', actor: actorOf(user, visit) });
    deleteSession().run(token_hash);
  };
  forgetHeld(token_hash);
  await unlessFull(
    () => inSharedTransaction(end),
    () => endInMemory(token_hash, end),
  );
  sessionCookie.remove(visit.cookies);
}

/** Ends the current session, in the caller's transaction, and removes its cookie. */
export function endSession(cookies: Cookies): void {
  const token_hash = currentSessionHash(cookies);
  forgetHeld(token_hash);
  deleteSession().run(token_hash);
  sessionCookie.remove(cookies);
}

/**
 * Why an account may not sign in, or null. Only for a caller who proved to be its owner; all others must get the same
 * answer. Each request's session is checked by the same rule in SQL.
 */
export function findSignInRefusal(account: AccountRow): ErrorCode | null {
  if (account.status === 'suspended' || account.status === 'disabled') return 'account_suspended';
  if (account.company_status === 'inactive') return 'agency_inactive';
  // A coordinator is also pending until they choose their own password, which is all they may do.
  if (account.status === 'pending' && !account.must_change_password) return 'awaiting_approval';
  return null;
}
