import { describeBrowser } from '~/shared/accounts/describe-browser';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { networkOf } from '../net/client-address';
import { hashToken, makeToken } from '../secrets/random-tokens';

/** After this long away, signing in is reported again. No browser keeps a cookie longer. */
export const BROWSER_KNOWN_MS = 400 * 24 * 60 * 60 * 1000;
const browserCookie = ownCookie('browser');

/** Whether anybody has signed in to this account before at all, and in this browser. */
const selectFamiliarity = query<[{ user_id: string; token_hash: Buffer }], { any: 0 | 1; this: 0 | 1 }>(
  `SELECT EXISTS (SELECT 1 FROM known_browsers WHERE user_id = :user_id) AS any,
          EXISTS (SELECT 1 FROM known_browsers WHERE user_id = :user_id AND token_hash = :token_hash) AS this`,
);

const upsertBrowser = query<[{ user_id: string; token_hash: Buffer; last_at: string }]>(
  `INSERT INTO known_browsers (user_id, token_hash, last_at) VALUES (:user_id, :token_hash, :last_at)
   ON CONFLICT (user_id, token_hash) DO UPDATE SET last_at = :last_at`,
);

/**
 * Remembers in which browser somebody signs in, in the caller's transaction. A new one is audited and reported by mail,
 * but never the first.
 */
export function recordBrowser({ id, email }: { id: string; email: string }, visit: Visit): void {
  const at = new Date().toISOString();
  const token_hash = markBrowser(visit.cookies);
  const known = selectFamiliarity().get({ user_id: id, token_hash });
  upsertBrowser().run({ user_id: id, token_hash, last_at: at });
  if (!known?.any || known.this) return;
  const device = describeBrowser(visit.userAgent);
  recordAudit({ type: 'new_device', actor: { id, email, address: visit.address }, to: device });
  enqueueMail({ template: 'new_device', user_id: id, device, network: networkOf(visit.address), at });
}

/** Sets, or keeps across accounts, the cookie that recognises this browser and grants nothing. Returns its hash. */
function markBrowser(cookies: Cookies): Buffer {
  const given = browserCookie.read(cookies) ?? '';
  const token = /^[\w-]{43}$/.test(given) ? given : makeToken();
  browserCookie.set(cookies, token, BROWSER_KNOWN_MS / 1000);
  return hashToken(token);
}

const selectKnownBrowser = query<[{ email: string; token_hash: Buffer }], { found: 1 }>(
  `SELECT 1 AS found FROM known_browsers
   WHERE user_id = (SELECT id FROM users WHERE email = :email) AND token_hash = :token_hash`,
);

/** What stands for this browser, if whoever has this email signed in with it before; else null. */
export function findKnownBrowser(email: string, cookies: Cookies): string | null {
  const token_hash = hashToken(browserCookie.read(cookies) ?? '');
  return selectKnownBrowser().get({ email, token_hash }) ? `browser ${token_hash.toString('hex')}` : null;
}

/** No browser is known by what stands there then; only that somebody has signed in before. */
const forgetOtherBrowsers = query<[{ user_id: string; token_hash: Buffer }]>(
  'UPDATE known_browsers SET token_hash = randomblob(32) WHERE user_id = :user_id AND token_hash <> :token_hash',
);

/** A change of password forgets every browser but this one, in the caller's transaction. */
export function removeOtherBrowsers(user_id: string, present: Cookies): void {
  forgetOtherBrowsers().run({ user_id, token_hash: hashToken(browserCookie.read(present) ?? '') });
}
