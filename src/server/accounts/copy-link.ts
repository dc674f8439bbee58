import type { CopiedLink } from '~/shared/accounts/member';
import { AppError, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { consumePoint, limiterFor } from '../rate-limit/rate-limit';
import { AWAITS_LINK, selectAccount } from './account-queries';
import { enqueueMail } from './mails/enqueue-mail';
import { findReachable, needsAccessLink } from './mails/ordered-mails';
import { deleteTokensOfUser, issueLink } from './one-time-tokens';

const selectAwaitsLink = query<[{ id: string }], { awaits_link: 0 | 1 }>(
  `SELECT ${AWAITS_LINK} AS awaits_link FROM users WHERE id = :id`,
);

/**
 * Makes a link to hand to somebody who has no password of their own yet, and tells them by mail. Earlier links stop
 * working, and this one with the rights of who copied it.
 *
 * Whoever copies it could use it. So there is none for who may do more than its maker's word allows (an administrator),
 * nor for who proves by more than a password, and nobody's password is taken away unseen: it must be reset before.
 * @throws {AppError} `not_found`; `own_account`; `link_refused`; `too_many`.
 */
export async function copyLink(id: string, actor: Actor): Promise<CopiedLink> {
  if (id === actor.id) throw new AppError('own_account');
  await consumePoint(limiterFor('links-copied', { points: 30, seconds: 3600 }), actor.id);
  return inSharedTransaction(() => {
    const account = requireFound(selectAccount().get({ id }));
    if (!findReachable(account.email) || !selectAwaitsLink().get({ id })?.awaits_link)
      throw new AppError('link_refused');
    deleteTokensOfUser().run({ user_id: id });
    const purpose = needsAccessLink(account) && account.password_reset === 0 ? 'access' : 'reset';
    const { url, valid_minutes } = issueLink(purpose, { user_id: id, made_by: actor.id });
    recordAudit({ type: 'link_copied', actor, subject: account, companyId: account.company_id });
    enqueueMail({ template: 'link_copied', user_id: id });
    return { url, valid_minutes };
  });
}
