import type { Role, SessionUser } from '~/shared/accounts/account';
import { hashToken, makeToken } from '../accounts/secret-tokens';
import { AppError } from '../app-error';
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
/** Renewal is a write; once in five minutes keeps a 12-hour idle limit exact enough. */
const RENEW_AFTER_MS = 5 * MINUTE_MS;

function cookieIsSecure(): boolean {
  return getSettings().SITE_URL.startsWith('https:');
}

/** `__Host-` ties the cookie to this very host over TLS; browsers refuse it on plain http://localhost. */
function sessionCookieName(): string {
  return cookieIsSecure() ? '__Host-sid' : 'sid';
}

function cookieOptions(): CookieOptions {
  return { httpOnly: true, sameSite: 'lax', path: '/', secure: cookieIsSecure() };
}

/**
 * Begins a session for whoever has just shown who they are: ends the one that the visitor came with, puts the new one's
 * cookie on the answer and returns the user. Always a new token: one that was planted is never kept. To be called in
 * the transaction that found that the user may enter.
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

/** The session's row, while the session and its user's access stand. */
function findSession(token: string, now: number): SessionRow | undefined {
  return selectSession().get({ token_hash: hashToken(token), now: new Date(now).toISOString() });
}

/** The signed-in user whom the request's cookie names, or null. Renews the session's idle limit while it is used. */
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
        // Never past the absolute limit, so that the idle one alone says when a row can go.
        idle_expires_at: new Date(Math.min(now + IDLE_MS, Date.parse(row.expires_at))).toISOString(),
      });
    } catch (error) {
      // A full disk or a lock must not keep people from reading; the next request renews it.
      log.warn({ event: 'session_not_renewed', err: error });
    }
  }
  return toSessionUser(row);
}

/** Whether the cookie's session still stands. Unlike findSessionUser it does not count as using it. */
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

/** The hash of the token in the request's cookie: which of a person's sessions is asking. */
export function currentSessionHash(cookies: Cookies): Buffer {
  return hashToken(cookies.get(sessionCookieName())?.value ?? '');
}

/** Ends the session that the request's cookie names and removes the cookie. */
export function endSession(cookies: Cookies): void {
  const token = cookies.get(sessionCookieName())?.value;
  if (token) deleteSession().run(hashToken(token));
  cookies.delete(sessionCookieName(), cookieOptions());
}
