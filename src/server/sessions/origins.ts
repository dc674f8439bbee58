import ipaddr from 'ipaddr.js';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { recordAudit } from '../audit/audit';
import { removeInSlices } from '../database/slices';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { hashToken, makeToken } from '../secrets/random-tokens';
import {
  deleteBrowsersBefore,
  deleteOriginsBefore,
  deleteOtherBrowsers,
  selectFamiliarity,
  selectKnownBrowser,
  upsertBrowser,
  upsertOrigin,
} from './origin-queries';

/** After this long away, signing in is reported again. No browser keeps a cookie longer. */
const RETENTION_MS = 400 * 24 * 60 * 60 * 1000;
const browserCookie = ownCookie('browser');

/**
 * Remembers where somebody signs in, in the caller's transaction. The unfamiliar is audited and reported by mail: a new
 * browser, unless one like it and the network are known (people clear cookies). Never the first sign-in.
 */
export function recordSignInOrigin({ id, email }: { id: string; email: string }, visit: Visit): void {
  const at = new Date().toISOString();
  const device = describeBrowser(visit.userAgent);
  const network = networkOf(visit.address);
  const origin = { user_id: id, device, network };
  const token_hash = markBrowser(visit.cookies);
  const known = selectFamiliarity().get({ ...origin, token_hash });
  upsertOrigin().run({ ...origin, last_at: at });
  upsertBrowser().run({ user_id: id, token_hash, last_at: at });
  if (!known?.before || known.browser || (known.device && known.network)) return;
  recordAudit({ type: 'new_device', actor: { id, email, address: visit.address }, to: device });
  enqueueMail({ template: 'new_device', user_id: id, device, network, at });
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
export function removeOtherBrowsers(user_id: string, present: Cookies | null): void {
  const own = (present && browserCookie.read(present)) ?? '';
  deleteOtherBrowsers().run({ user_id, token_hash: hashToken(own) });
}

/** Forgets places unused for 400 days; returns how many. */
export async function removeOldOrigins(): Promise<number> {
  const before = new Date(Date.now() - RETENTION_MS).toISOString();
  const origins = await removeInSlices(deleteOriginsBefore, { before });
  return origins + (await removeInSlices(deleteBrowsersBefore, { before }));
}

/**
 * An address's network: the first 24 bits of IPv4, or 48 of IPv6, which a provider gives to a neighbourhood or
 * customer. Enough to tell one's own places apart without keeping the address.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return '';
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv4) return `${parsed.octets.slice(0, 3).join('.')}.0/24`;
  return `${parsed.parts
    .slice(0, 3)
    .map((part) => part.toString(16))
    .join(':')}::/48`;
}
