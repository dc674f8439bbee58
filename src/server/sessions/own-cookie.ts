import { getSettings } from '../env';
import type { CookieOptions } from '../http/cookies';

/**
 * A cookie that only the server reads. Where browsers reach the site over TLS, `__Host-` binds it to this host; on plain
 * http://localhost browsers refuse that.
 */
export function ownCookie(base: string): { name: string; options: CookieOptions } {
  const secure = getSettings().SITE_URL.startsWith('https:');
  return {
    name: secure ? `__Host-${base}` : base,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}
