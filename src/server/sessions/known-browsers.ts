import { describeBrowser } from '~/shared/accounts/describe-browser';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { recordAudit } from '../audit/audit';
import { removeInSlices } from '../database/slices';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { networkOf } from '../net/client-address';
import { hashToken, makeToken } from '../secrets/random-tokens';
import {
  deleteBrowsersBefore,
  forgetOtherBrowsers,
  selectFamiliarity,
  selectKnownBrowser,
  upsertBrowser,
} from './session-queries';

/** After this long away, signing in is reported again. No browser keeps a cookie longer. */
const RETENTION_MS = 400 * 24 * 60 * 60 * 1000;
const browserCookie = ownCookie('browser');

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
  browserCookie.set(cookies, token, RETENTION_MS / 1000);
  return hashToken(token);
}

/** What stands for this browser, if whoever has this email signed in with it before; else null. */
export function findKnownBrowser(email: string, cookies: Cookies): string | null {
  const token_hash = hashToken(browserCookie.read(cookies) ?? '');
  return selectKnownBrowser().get({ email, token_hash }) ? `browser ${token_hash.toString('hex')}` : null;
}

/** A change of password forgets every browser but this one, in the caller's transaction. */
export function removeOtherBrowsers(user_id: string, present: Cookies): void {
  forgetOtherBrowsers().run({ user_id, token_hash: hashToken(browserCookie.read(present) ?? '') });
}

/** Forgets browsers unused for 400 days; returns how many. */
export function removeOldBrowsers(): Promise<number> {
  return removeInSlices(deleteBrowsersBefore, { before: new Date(Date.now() - RETENTION_MS).toISOString() });
}
