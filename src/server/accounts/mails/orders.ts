import { randomInt } from 'node:crypto';
import { recordAudit } from '~/server/audit/audit';
import { inSharedTransaction } from '~/server/database/group-commit';
import { log } from '~/server/log';
import { countOrder } from '~/server/metrics/metrics';
import { countMails } from '~/server/outbox/enqueue';
import { selectAccountByEmail } from '../account-queries';
import { selectNewestSignUp } from '../sign-up-queries';
import { enqueueMail } from './mails';
import { findReachable, needsAccessLink } from './ordered-mails';

/**
 * When an order is looked at after its answer, in milliseconds: so late that what is asked next does not meet its work,
 * and never at the same time. Nobody notices half a second more until a mail comes.
 */
const [SOONEST_MS, LATEST_MS] = [100, 600];
const HOUR_MS = 60 * 60 * 1000;
/** A mailbox that was sent this many links within an hour is sent no further one. */
const LINKS_AN_HOUR = 5;

const waiting = new Set<() => Promise<void>>();

/**
 * Orders a link for the owner of an email, after the answer, so that the answer takes the same time whether there is an
 * account or not. An email without one leaves nothing behind but a count. An order is lost if the process dies before.
 */
export function orderLink(wanted: 'recover' | 'access_again', email: string, clientAddress: string): void {
  afterAnswer(() => {
    const account = findReachable(email);
    if (!account) return false;
    const template = needsAccessLink(account) ? wanted : 'recover';
    if (countMails(`mail.${template}`, account.email, HOUR_MS) >= LINKS_AN_HOUR) return false;
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

/** The same for another link of the newest sign-up, or the notice that there is an account. */
export function orderVerification(email: string): void {
  afterAnswer(() => {
    const isWaiting = selectNewestSignUp().get({ email, now: new Date().toISOString() }) !== undefined;
    if (!isWaiting && !selectAccountByEmail().get({ email })) return false;
    enqueueMail({ template: 'verify_email', email });
    return true;
  });
}

/** Looks at all orders now, so that the process can end. */
export async function finishOrders(): Promise<void> {
  await Promise.all([...waiting].map((settle) => settle()));
}

/** `order` returns whether there is a mail. */
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
