import type { ErrorCode } from '~/shared/errors';
import type { AccountRow } from '../accounts/account-queries';

/**
 * Why an account may not sign in, or null. Only for a caller who proved to be its owner; all others must get the same
 * answer. Each request's session is checked by the same rule in SQL.
 */
export function findEntryRefusal(account: AccountRow): ErrorCode | null {
  if (account.status === 'suspended' || account.status === 'disabled') return 'account_suspended';
  if (account.company_status === 'inactive') return 'agency_inactive';
  // A coordinator is also pending until they choose their own password, which is all they may do.
  if (account.status === 'pending' && !account.must_change_password) return 'awaiting_approval';
  return null;
}
