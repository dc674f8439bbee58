import { isAdmin, isStaff, type SessionUser } from '~/shared/accounts/account';

/**
 * For whom a page or a call is. `newcomer`: signed in, initial password still unchanged; `unsecured`: signed in, required
 * second factor still missing; `agency`: an administrator or a coordinator, and the operation checks which agencies.
 */
export type Audience = 'newcomer' | 'unsecured' | 'session' | 'staff' | 'agency' | 'coordinator' | 'admin';

const PERMITS: Record<Audience, (user: SessionUser) => boolean> = {
  newcomer: () => true,
  unsecured: () => true,
  session: () => true,
  staff: isStaff,
  agency: (user) => !isStaff(user) || isAdmin(user),
  coordinator: (user) => !isStaff(user),
  admin: isAdmin,
};

/** What keeps somebody who is signed in from it, or null. */
export function findBarrier(user: SessionUser, audience: Audience) {
  if (user.must_change_password && audience !== 'newcomer') return 'must_change_password';
  if (user.must_set_second_factor && audience !== 'newcomer' && audience !== 'unsecured')
    return 'second_factor_required';
  return PERMITS[audience](user) ? null : 'forbidden';
}
