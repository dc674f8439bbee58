import type { ErrorCode } from '~/shared/errors';
import type { AccountRow } from '../accounts/account-queries';

/**
 * Why an account may not be signed in to, or null. Only for somebody who has just proved to be its owner: to anyone
 * else every refusal must be the same. The rule stands in SQL, too, where each request's session is looked up.
 */
export function findEntryRefusal(account: AccountRow): ErrorCode | null {
  if (account.status === 'suspended' || account.status === 'disabled') return 'account_suspended';
  if (account.company_status === 'inactive') return 'agency_inactive';
  // A coordinator is pending, too, until the first password of their own; choosing it is all they may do.
  if (account.status === 'pending' && !account.must_change_password) return 'awaiting_approval';
  return null;
}
