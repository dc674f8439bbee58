import type { Role, SessionUser } from '~/shared/accounts/account';
import { hashToken, makeToken } from '../accounts/secret-tokens';
import { AppError } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import type { CookieOptions, Cookies } from '../http/cookies';
import type { Visit } from '../http/visit';
import { log } from '../log';
import {
  deleteSession,
  insertSession,
  type SessionRow,
  selectSession,
  touchSession,
} from './session-queries';

const MINUTE_MS = 60_000;
const IDLE_MS = 12 * 60 * MINUTE_MS;
const ABSOLUTE_MS = 14 * 24 * 60 * MINUTE_MS;
/** Renewing is a write. Once in five minutes is exact enough for an idle limit of 12 hours. */
const RENEW_AFTER_MS = 5 * MINUTE_MS;

function cookieIsSecure(): boolean {
  return getSettings().SITE_URL.startsWith('https:');
}

/** `__Host-` binds the cookie to this host over TLS; browsers refuse it on plain http://localhost. */
function sessionCookieName(): string {
  return cookieIsSecure() ? '__Host-sid' : 'sid';
}

function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: cookieIsSecure() };
}

/**
 * Begins a session for a user who has just proved their identity: ends the visitor's old session, sets the new cookie
 * and returns the user. The token is always new, so a planted one is useless. Call it in the transaction that checked
 * that the user may sign in.
 */
export function beginSession(visit: Visit, userId: string): SessionUser {
  endSession(visit.cookies);
  const token = makeToken();
  const tokenHash = hashToken(token);
  const now = Date.now();
  insertSession().run({
    token_hash: tokenHash,
    user_id: userId,
    user_agent: visit.header('user-agent')?.slice(0, 255) ?? null,
    created_at: new Date(now).toISOString(),
    idle_expires_at: new Date(now + IDLE_MS).toISOString(),
    expires_at: new Date(now + ABSOLUTE_MS).toISOString(),
  });
  const row = selectSession().get({ token_hash: tokenHash, now: new Date(now).toISOString() });
  if (!row) throw new AppError('unauthenticated');
  visit.cookies.set(sessionCookieName(), token, { ...cookieOptions(), maxAge: ABSOLUTE_MS / 1000 });
  return toSessionUser(row);
}

/** The session's row, if the session is valid and its user may sign in. */
function findSession(token: string, now: number): SessionRow | undefined {
  return selectSession().get({ token_hash: hashToken(token), now: new Date(now).toISOString() });
}

/** The signed-in user by the request's cookie, or null. Renews the session's idle limit. */
export function findSessionUser(cookies: Cookies): SessionUser | null {
  const token = cookies.get(sessionCookieName())?.value;
  if (!token) return null;
  const now = Date.now();
  const row = findSession(token, now);
  if (!row) return null;
  if (now - Date.parse(row.last_used_at) > RENEW_AFTER_MS) {
    try {
      touchSession().run({
        token_hash: hashToken(token),
        now: new Date(now).toISOString(),
        // Never later than the absolute limit, so that the idle limit alone tells when a row can be removed.
        idle_expires_at: new Date(Math.min(now + IDLE_MS, Date.parse(row.expires_at))).toISOString(),
      });
    } catch (error) {
      // A full disk or a lock must not stop people from reading; the next request renews it.
      log.warn({ event: 'session_not_renewed', err: error });
    }
  }
  return toSessionUser(row);
}

/** Whether the cookie's session is still valid. Unlike findSessionUser it does not renew it. */
export function hasSession(cookies: Cookies): boolean {
  const token = cookies.get(sessionCookieName())?.value;
  return Boolean(token && findSession(token, Date.now()));
}

function toSessionUser(row: SessionRow): SessionUser {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    roles: row.roles === '' ? [] : (row.roles.split(',') as Role[]),
    must_change_password: row.must_change_password === 1,
  };
}

/** The hash of the token in the request's cookie, which identifies the present session. */
export function currentSessionHash(cookies: Cookies): Buffer {
  return hashToken(cookies.get(sessionCookieName())?.value ?? '');
}

/** Ends the session from which its user signs out. */
export function signOut(user: SessionUser, visit: Visit): Promise<void> {
  return inSharedTransaction(() => {
    recordAudit({ type: 'sign_out', actor: actorOf(user, visit) });
    endSession(visit.cookies);
  });
}

/** Ends the present session, in the caller's transaction, and removes its cookie. */
function endSession(cookies: Cookies): void {
  const token = cookies.get(sessionCookieName())?.value;
  if (token) deleteSession().run(hashToken(token));
  cookies.delete(sessionCookieName(), cookieOptions());
}
