import type { AstroGlobal } from 'astro';
import { isAdmin, isStaff, type SessionUser } from '~/shared/accounts/account';
import { findSessionUser } from './accounts/sessions';

/**
 * The signed-in person if they may see this page, or else the redirect that the page must return: to sign in
 * (and back afterwards), or to `otherwise`, whose page then says that there was no permission.
 */
export function guardPage(
  astro: AstroGlobal,
  allow: 'staff' | 'admin',
  otherwise: string,
): { user: SessionUser } | { redirect: Response } {
  astro.response.headers.set('cache-control', 'no-store');
  const user = findSessionUser(astro.cookies);
  if (!user) {
    const next = encodeURIComponent(astro.url.pathname + astro.url.search);
    return { redirect: astro.redirect(`/login?next=${next}`, 302) };
  }
  const permitted = allow === 'staff' ? isStaff(user) : isAdmin(user);
  if (!permitted) return { redirect: astro.redirect(`${otherwise}?aviso=sin-permiso`, 302) };
  return { user };
}

/** A path of this site to go to after signing in: `next` if it is one, else the panel. */
export function safeNextPath(next: string | null): string {
  // Browsers read '\' as '/', so '/\evil.example' would leave the site like '//evil.example'.
  return next && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : '/panel';
}
