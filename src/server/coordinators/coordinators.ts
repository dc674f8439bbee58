import type { Coordinator } from '~/shared/companies/company';
import { AWAITS_LINK, HAS_SECOND_FACTOR, selectAccount } from '../accounts/account-queries';
import { deleteTokensOfUser, redeem } from '../accounts/one-time-tokens';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import type { Visit } from '../http/visit';
import { completeSignIn, type SignInResult } from '../second-factor/second-step';
import { deleteSessionsOfUser } from '../sessions/session-queries';
import { findSignInRefusal } from '../sessions/sessions';

type CoordinatorRow = Omit<Coordinator, 'second_factor' | 'awaits_link'> & {
  second_factor: 0 | 1;
  awaits_link: 0 | 1;
};

const selectCoordinator = query<[{ company_id: number }], CoordinatorRow>(
  `SELECT profiles.id, profiles.name, users.email, profiles.status, users.password_expires_at, profiles.created_at,
          ${HAS_SECOND_FACTOR} AS second_factor, ${AWAITS_LINK} AS awaits_link
   FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.company_id = :company_id`,
);

/** An agency's coordinator, or null. */
export function findCoordinator(companyId: number): Coordinator | null {
  const row = selectCoordinator().get({ company_id: companyId });
  return row ? { ...row, second_factor: row.second_factor === 1, awaits_link: row.awaits_link === 1 } : null;
}

/** Ends the sessions and links of an agency's coordinator, in the caller's transaction. */
export function endCoordinatorAccess(companyId: number): void {
  const coordinator = findCoordinator(companyId);
  if (!coordinator) return;
  deleteSessionsOfUser().run({ user_id: coordinator.id });
  deleteTokensOfUser().run({ user_id: coordinator.id });
}

const selectEmails = query<[{ ids: string }], { id: string; email: string }>(
  `SELECT id, email FROM users
   WHERE id IN (SELECT value FROM json_each(:ids)) AND id NOT IN (SELECT id FROM api_tokens)`,
);

/** The emails of the given users, by id; unknown ids are left out. */
export function getUserEmails(userIds: string[]): Record<string, string> {
  const rows = selectEmails().all({ ids: JSON.stringify(userIds) });
  return Object.fromEntries(rows.map(({ id, email }) => [id, email]));
}

/**
 * Redeems an access link, which replaces the password but not a second factor that is set. Link and session share a
 * transaction: if the session cannot be stored, the link is not used up.
 * @throws {AppError} `token_invalid`; the reason why the account may not sign in.
 */
export function redeemAccessLink(token: string, visit: Visit): Promise<SignInResult> {
  return inSharedTransaction(() => {
    const account = selectAccount().get({ id: redeem('access', token).user_id ?? '' });
    if (!account) throw new AppError('token_invalid');
    const refusal = findSignInRefusal(account);
    if (refusal) throw new AppError(refusal);
    recordAudit({
      type: 'access_link_used',
      actor: { id: account.id, email: account.email, address: visit.address },
    });
    return completeSignIn(visit, account.id);
  });
}
