export const ROLES = ['admin', 'coordinator'] as const;
export type Role = (typeof ROLES)[number];

/** `disabled` is a sign-up that an administrator turned down. */
export const PROFILE_STATUSES = ['active', 'pending', 'suspended', 'disabled'] as const;
export type ProfileStatus = (typeof PROFILE_STATUSES)[number];

/** The signed-in person, as pages and islands may know them. Staff is a user without any role. */
export type SessionUser = {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  must_change_password: boolean;
};

/** Whether this person works for the provider (staff or administrator) rather than for an agency. */
export function isStaff(user: SessionUser): boolean {
  return !user.roles.includes('coordinator');
}

/** Whether this person may manage agencies, coordinators and the team. */
export function isAdmin(user: SessionUser): boolean {
  return user.roles.includes('admin');
}

/** Where this person's work is, and where signing in leads. */
export function homePath(user: SessionUser): string {
  if (user.must_change_password) return '/cuenta/cambiar-contrasena';
  return isStaff(user) ? '/panel' : '/inmobiliaria';
}

/**
 * Where signing in leads: to `next`, the page that asked for it, unless a password must be chosen first or the page
 * is none of this person's.
 */
export function destinationAfterSignIn(user: SessionUser, next: string): string {
  const home = homePath(user);
  if (user.must_change_password) return home;
  return isStaff(user) || /^\/(inmobiliaria|cuenta)(\/|\?|$)/.test(next) ? next : home;
}
