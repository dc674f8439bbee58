import type { Recipient } from '~/server/mail/transport';
import { type AccountRow, selectAccountByEmail } from '../account-queries';
import { issueToken } from '../one-time-tokens';
import { selectNewestSignUp, selectSignUp } from '../sign-up-queries';
import { countTokensSince } from '../token-queries';
import type { Content } from './mail-templates';
import { writeAccessLink, writeAccountExists, writeRecovery, writeVerification } from './mail-templates';
import type { OrderedMail } from './mails';

const HOUR_MS = 60 * 60 * 1000;
/** A mailbox that got this many links within an hour, all still valid, gets no further one. */
const LINKS_AN_HOUR = 5;

/** If `isMeant` is false nobody gets this mail: it was written so that the work is the same. */
export type Letter = { to: Recipient; content: Content; isMeant: boolean };

/**
 * Writes a mail that somebody ordered by typing an email, with a new link. The same is read and written whether the
 * email has an account or not, so that the server's load does not reveal it. Null if the mail no longer applies.
 */
export function writeOrdered(order: OrderedMail): Letter | null {
  switch (order.template) {
    case 'verify_email':
      return writeForSignUp(order);
    case 'recover': {
      const account = findReachable(order.email, 'reset');
      const content = writeRecovery(issueToken('reset', account && { user_id: account.id }));
      return { to: nameOf(account, order.email), content, isMeant: account !== null };
    }
    case 'access_again': {
      const account = findReachable(order.email, 'access');
      // A user who has chosen a password does not need an access link, only a link to change the password.
      if (account && !(account.must_change_password && account.company_id))
        return writeOrdered({ template: 'recover', email: order.email });
      const token = issueToken('access', account && { user_id: account.id });
      const content = writeAccessLink(account?.company_name ?? null, token);
      return { to: nameOf(account, order.email), content, isMeant: account !== null };
    }
  }
}

function writeForSignUp(order: Extract<OrderedMail, { template: 'verify_email' }>): Letter | null {
  const now = new Date().toISOString();
  const signUp =
    'email' in order
      ? selectNewestSignUp().get({ email: order.email, now })
      : selectSignUp().get({ id: order.sign_up_id, now });
  const email = 'email' in order ? order.email : signUp?.email;
  // The mailbox has been verified by another link.
  if (email === undefined) return null;
  const account = selectAccountByEmail().get({ email });
  const token = issueToken('verify', signUp && !account ? { sign_up_id: signUp.id } : null);
  if (account) return { to: nameOf(account, email), content: writeAccountExists(), isMeant: true };
  return { to: { address: email }, content: writeVerification(token), isMeant: signUp !== undefined };
}

/** The account with this email, if a further link would be of use. */
function findReachable(email: string, purpose: 'reset' | 'access'): AccountRow | null {
  const account = selectAccountByEmail().get({ email });
  const now = Date.now();
  const links = countTokensSince().get({
    user_id: account?.id ?? '',
    purpose,
    since: new Date(now - HOUR_MS).toISOString(),
    now: new Date(now).toISOString(),
  });
  const isOut = account?.status === 'suspended' || account?.status === 'disabled';
  const hasEnough = (links?.count ?? 0) >= LINKS_AN_HOUR;
  return account && !isOut && account.company_status !== 'inactive' && !hasEnough ? account : null;
}

function nameOf(account: AccountRow | null, email: string): Recipient {
  return account ? { name: account.name, address: account.email } : { address: email };
}
