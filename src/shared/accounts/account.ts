export type Role = 'admin' | 'coordinator';

/** `disabled`: a sign-up that an administrator rejected. */
export const PROFILE_STATUSES = ['active', 'pending', 'suspended', 'disabled'] as const;
export type ProfileStatus = (typeof PROFILE_STATUSES)[number];

/** The signed-in user as pages and islands see it. Plain staff have no role. */
export type SessionUser = {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  must_change_password: boolean;
  /** Set once the grace period for a required second factor is over: everything else is refused. */
  must_set_second_factor?: true;
  /** End of the grace period; only while a second factor is required and none is set up. */
  second_factor_due?: string;
};

/** Whether the user works for the provider (staff or administrator) rather than an agency. */
export function isStaff(user: SessionUser): boolean {
  return !user.roles.includes('coordinator');
}

/** Whether the user may manage agencies, coordinators and the team. */
export function isAdmin(user: SessionUser): boolean {
  return user.roles.includes('admin');
}

/** Where a user sets up the second factor. */
export const SECOND_FACTOR_PATH = '/cuenta/verificacion';

/** The user's start page after signing in. */
export function homePath(user: SessionUser): string {
  if (user.must_change_password) return '/cuenta/cambiar-contrasena';
  if (user.must_set_second_factor) return SECOND_FACTOR_PATH;
  return isStaff(user) ? '/panel' : '/inmobiliaria';
}

/**
 * Where signing in leads: `next`, the requested page, unless an initial password or a missing second factor comes first
 * or the user may not see that page.
 */
export function destinationAfterSignIn(user: SessionUser, next: string): string {
  const home = homePath(user);
  if (user.must_change_password || user.must_set_second_factor) return home;
  return isStaff(user) || /^\/(inmobiliaria|cuenta)(\/|\?|$)/.test(next) ? next : home;
}

/** One of a user's open sessions. */
export type OwnSession = {
  id: string;
  user_agent: string | null;
  /** Network it was opened from, shortened by `networkOf`; null for sessions from before that was recorded. */
  network: string | null;
  created_at: string;
  last_used_at: string;
  /** Whether it is the requesting session. */
  current: boolean;
};

/** Since when one's calendar address exists, null for none, and rests. The address itself is revealed only once. */
export type OwnCalendar = { since: string | null; rests_since: string | null };
