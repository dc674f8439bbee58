import { randomInt } from 'node:crypto';
import { recordAudit } from '~/server/audit/audit';
import { inSharedTransaction } from '~/server/database/group-commit';
import { log } from '~/server/log';
import { countOrder } from '~/server/metrics/metrics';
import { countMails } from '~/server/outbox/enqueue';
import { selectAccountByEmail } from '../account-queries';
import { selectNewestSignUp } from '../sign-up-queries';
import { enqueueMail } from './enqueue-mail';
import { limitMails, limitStrangersMails } from './mail-limits';
import { findReachable, needsAccessLink } from './ordered-mails';

/**
 * Delay from answer to order, in milliseconds: late and random enough that the next request's timing does not betray
 * the work. Nobody notices that a mail comes half a second later.
 */
const [SOONEST_MS, LATEST_MS] = [100, 600];
const HOUR_MS = 60 * 60 * 1000;
/** A mailbox that got this many links within an hour gets no more. */
const LINKS_PER_HOUR = 5;

const waiting = new Set<() => Promise<void>>();

/**
 * Orders a link for an email's owner after the answer, so the answer takes the same time with and without an account: to
 * a new password, or another access link for a coordinator who has chosen none yet. An unknown email leaves only a
 * count behind. The order is lost if the process dies first.
 * @throws {AppError} `too_many`.
 */
export async function orderLink(
  wanted: 'recover' | 'access_again',
  email: string,
  clientAddress: string,
): Promise<void> {
  await limitMails(wanted === 'recover' ? 'recover' : 'access', email, clientAddress);
  afterAnswer(() => {
    const account = findReachable(email);
    if (!account) return false;
    const template = needsAccessLink(account) ? wanted : 'recover';
    if (countMails(`mail.${template}`, account.email, HOUR_MS) >= LINKS_PER_HOUR) return false;
    recordAudit({
      type: wanted === 'recover' ? 'recovery_requested' : 'access_link_requested',
      actor: null,
      subject: { id: account.id, email: account.email },
      address: clientAddress,
    });
    enqueueMail({ template, email: account.email });
    return true;
  });
}

/** Likewise for another link of the newest sign-up, or the notice that an account exists. */
export async function orderVerification(email: string, clientAddress: string): Promise<void> {
  await limitStrangersMails('resend', email, clientAddress);
  afterAnswer(() => {
    const isWaiting = selectNewestSignUp().get({ email, now: new Date().toISOString() }) !== undefined;
    if (!isWaiting && !selectAccountByEmail().get({ email })) return false;
    enqueueMail({ template: 'verify_email', email });
    return true;
  });
}

/** Settles all orders now, so the process can end. */
export async function finishOrders(): Promise<void> {
  await Promise.all([...waiting].map((settle) => settle()));
}

/** `order` returns whether it ordered a mail. */
function afterAnswer(order: () => boolean): void {
  let settled: Promise<void> | undefined;
  const settle = () => {
    settled ??= inSharedTransaction(order)
      .then((isOrdered) => countOrder(isOrdered ? 'ordered' : 'refused'))
      .catch((error) => log.error({ event: 'order_failed', err: error }))
      .finally(() => waiting.delete(settle));
    return settled;
  };
  waiting.add(settle);
  setTimeout(settle, randomInt(SOONEST_MS, LATEST_MS)).unref();
}
