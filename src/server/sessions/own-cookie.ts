import { getSettings } from '../env';
import type { CookieOptions } from '../http/cookies';

/**
 * A cookie only the server reads. Over TLS, `__Host-` binds it to this host; on plain http://localhost browsers refuse
 * that prefix.
 */
export function ownCookie(base: string): { name: string; options: CookieOptions } {
  const secure = getSettings().SITE_URL.startsWith('https:');
  return {
    name: secure ? `__Host-${base}` : base,
    options: { httpOnly: true, sameSite: 'lax', path: '/', secure },
  };
}
