import type { AstroGlobal } from 'astro';
import { toAppError } from '~/server/app-error';
import { rowsIn } from '~/server/http/rows-in';
import { log, requestScope } from '~/server/log';
import { findTroubles } from '~/server/notices/troubles/troubles';
import { listResting } from '~/server/resting/resting';
import { type Audience, findBarrier } from '~/server/sessions/barrier';
import { type Holder, spendRows } from '~/server/sessions/session-budget';
import { findSessionUser } from '~/server/sessions/sessions';
import { countPendingMembers } from '~/server/team/team';
import { homePath, isAdmin, type SessionUser } from '~/shared/accounts/account';

/** For whom a page is drawn, by its request's scope. */
const holders = new WeakMap<object, Holder>();

/**
 * The signed-in user, if they may see this page. Otherwise a redirect: to sign in (and back afterwards), to change an
 * initial password or set up a second factor, or to `otherwise`, whose page then says permission was missing.
 */
export function guardPage(
  astro: AstroGlobal,
  allow: Audience,
  otherwise: string,
): { user: SessionUser } | { redirect: Response } {
  const user = findSessionUser(astro.cookies);
  if (!user) {
    const next = encodeURIComponent(astro.url.pathname + astro.url.search);
    return { redirect: astro.redirect(`/login?next=${next}`, 302) };
  }
  const barrier = findBarrier(user, allow);
  if (barrier)
    return {
      redirect: astro.redirect(barrier === 'forbidden' ? `${otherwise}?aviso=sin-permiso` : homePath(user), 302),
    };
  astro.locals.account = user.id;
  const scope = requestScope.getStore();
  if (scope) holders.set(scope, { cookies: astro.cookies, actor: { id: user.id, email: user.email, address: null } });
  if (isAdmin(user)) {
    astro.locals.pendingMembers = countPendingMembers();
    astro.locals.troubles = findTroubles();
    astro.locals.resting = listResting().length;
  }
  return { user };
}

/** Where to go after signing in: `next` if it is a path of this site, else the panel. */
export function safeNextPath(next: string | null): string {
  // Browsers read '\' as '/', so '/\evil.example' would leave the site like '//evil.example'.
  return next && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next) ? next : '/panel';
}

/**
 * Reads data before a page is rendered. A failure is logged and gives null: the page says so and offers a retry. So
 * does a session that has read too much without recent proof, and the retry asks for one.
 */
export async function readForPage<Value>(read: () => Value | Promise<Value>): Promise<Value | null> {
  try {
    const value = await read();
    const scope = requestScope.getStore();
    const holder = scope && holders.get(scope);
    if (holder) await spendRows(holder, rowsIn(value));
    return value;
  } catch (thrown) {
    const error = toAppError(thrown);
    if (error.code !== 'step_up') log.error({ event: 'page_read_failed', code: error.code, err: error.cause ?? error });
    return null;
  }
}
