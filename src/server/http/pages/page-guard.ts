import type { AstroGlobal } from 'astro';
import { findSessionUser } from '~/server/sessions/sessions';
import { homePath, isAdmin, isStaff, type SessionUser } from '~/shared/accounts/account';

/** Who may see a page. `newcomer` is anyone signed in, also before the initial password is changed. */
type Audience = 'newcomer' | 'session' | 'staff' | 'admin' | 'coordinator';

const PERMITS: Record<Audience, (user: SessionUser) => boolean> = {
  newcomer: () => true,
  session: () => true,
  staff: isStaff,
  admin: isAdmin,
  coordinator: (user) => !isStaff(user),
};

/**
 * The signed-in person if they may see this page, or else the redirect that the page must return: to sign in
 * (and back afterwards), to change an initial password, or to `otherwise`, whose page then says that there was no
 * permission.
 */
export function guardPage(
  astro: AstroGlobal,
  allow: Audience,
  otherwise: string,
): { user: SessionUser } | { redirect: Response } {
  astro.response.headers.set('cache-control', 'no-store');
  const user = findSessionUser(astro.cookies);
  if (!user) {
    const next = encodeURIComponent(astro.url.pathname + astro.url.search);
    return { redirect: astro.redirect(`/login?next=${next}`, 302) };
  }
  if (user.must_change_password && allow !== 'newcomer') {
    return { redirect: astro.redirect(homePath(user), 302) };
  }
  if (!PERMITS[allow](user)) return { redirect: astro.redirect(`${otherwise}?aviso=sin-permiso`, 302) };
  astro.locals.account = user.id;
  return { user };
}

/** A path of this site to go to after signing in: `next` if it is one, else the panel. */
export function safeNextPath(next: string | null): string {
  // Browsers read '\' as '/', so '/\evil.example' would leave the site like '//evil.example'.
  return next && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : '/panel';
}
