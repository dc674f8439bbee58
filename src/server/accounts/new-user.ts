import type { ProfileStatus, Role } from '~/shared/accounts/account';
import { query } from '../database/connection';
import { type AccountRow, insertRole } from './account-queries';

type NewUser = {
  id?: string;
  email: string;
  name: string;
  password_hash: string;
  status: ProfileStatus;
  role?: Role;
  company_id?: number | null;
  /** Set if somebody else chose the password: when it stops working. It must be changed. */
  password_expires_at?: string | null;
};

type UserRow = Pick<AccountRow, 'id' | 'email' | 'password_hash' | 'password_expires_at' | 'must_change_password'>;

export const insertUser = query<[UserRow & { created_at: string }]>(
  `INSERT INTO users (id, email, password_hash, password_expires_at, must_change_password, created_at)
   VALUES (:id, :email, :password_hash, :password_expires_at, :must_change_password, :created_at)`,
);

type ProfileRow = Pick<AccountRow, 'id' | 'name' | 'status' | 'company_id'>;

export const insertProfile = query<[ProfileRow & { created_at: string }]>(
  `INSERT INTO profiles (id, name, status, company_id, created_at)
   VALUES (:id, :name, :status, :company_id, :created_at)`,
);

export const deleteInvitationOf = query<[{ email: string }]>('DELETE FROM invitations WHERE email = :email');

const deleteSignUpsOf = query<[{ email: string }]>('DELETE FROM sign_ups WHERE email = :email');

/** Adds an account, in the caller's transaction, in place of sign-ups and invitations of its email. Returns its id. */
export function addUser({
  id = crypto.randomUUID(),
  email,
  name,
  password_hash,
  status,
  role,
  company_id = null,
  password_expires_at = null,
}: NewUser): string {
  const created_at = new Date().toISOString();
  const must_change_password = password_expires_at === null ? 0 : 1;
  insertUser().run({ id, email, password_hash, password_expires_at, must_change_password, created_at });
  insertProfile().run({ id, name, status, company_id, created_at });
  if (role) insertRole().run({ user_id: id, role });
  deleteSignUpsOf().run({ email });
  deleteInvitationOf().run({ email });
  return id;
}

/**
 * Makes the actor a program appears as in histories, in the caller's transaction, and returns its id. It cannot sign
 * in: its email is not an address, and no password matches an empty hash.
 */
export function addProgram(name: string): string {
  const id = crypto.randomUUID();
  return addUser({ id, email: `token:${id}`, name, password_hash: '', status: 'disabled' });
}
