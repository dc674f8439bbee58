import { inSharedTransaction } from '~/server/database/group-commit';
import { describeMailFailure, isRefusedForGood } from '~/server/mail/failure';
import { renderMail } from '~/server/mail/render';
import { rehearseMail, sendMail } from '~/server/mail/transport';
import type { Attempt, DueDelivery } from '~/server/outbox/delivery';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { selectAccount } from '../account-queries';
import { voidToken } from '../one-time-tokens';
import { writeNotice } from './mail-templates';
import type { AccountMail, NoticeMail, OrderedMail } from './mails';
import { type Letter, writeOrdered } from './ordered-mails';

/** Sends mails about accounts for the outbox. Never throws. */
export async function sendAccountMail(delivery: DueDelivery): Promise<Attempt> {
  try {
    const letter = await inSharedTransaction(() => write(JSON.parse(delivery.payload) as AccountMail));
    return letter ? await send(letter, delivery) : NOBODY_TO_TELL;
  } catch (error) {
    return describeFailure(error);
  }
}

async function send({ to, content, isMeant }: Letter, { message_id }: DueDelivery): Promise<Attempt> {
  const mail = {
    to,
    subject: content.subject,
    messageId: `<${message_id}@crm>`,
    ...renderMail({ ...content, ...(to.name !== undefined && { name: to.name }) }),
  };
  try {
    if (!isMeant) await rehearseMail(mail);
    else if ((await sendMail(mail)) === 'file') return { outcome: 'sent', status: null, endedIn: 'file' };
  } catch (error) {
    // The next try makes a new link. Nobody has received this one, so it must not count as sent.
    const { token } = content;
    if (token) await inSharedTransaction(() => voidToken(token));
    throw error;
  }
  return isMeant ? { outcome: 'sent', status: null } : NOBODY_TO_TELL;
}

const NOBODY_TO_TELL: Attempt = {
  outcome: 'sent',
  status: null,
  answer: deliveryStrings.nobodyToTell,
  endedIn: 'nobody',
};

function write(order: AccountMail): Letter | null {
  return isOrdered(order) ? writeOrdered(order) : writeFor(order);
}

function isOrdered(order: AccountMail): order is OrderedMail {
  return !('user_id' in order);
}

function writeFor(order: NoticeMail): Letter | null {
  const person = selectAccount().get({ id: order.user_id });
  if (!person) return null;
  const applicant = 'applicant_id' in order ? selectAccount().get({ id: order.applicant_id }) : undefined;
  const content = writeNotice(order, person, applicant);
  return content && { to: { name: person.name, address: person.email }, content, isMeant: true };
}

/** A refused recipient is final; everything else (network, sign-in, settings, a full disk) may be temporary. */
function describeFailure(thrown: unknown): Attempt {
  const { responseCode, response } = thrown as { responseCode?: number; response?: string };
  return {
    outcome: 'failed',
    status: responseCode ?? null,
    error: describeMailFailure(thrown),
    // Spam filters may quote the link in their answer, and a link gives access.
    ...(response && { answer: response.replace(/\bhttps?:\S+/gi, '[enlace]') }),
    ...(isRefusedForGood(thrown) && { gone: true }),
  };
}
