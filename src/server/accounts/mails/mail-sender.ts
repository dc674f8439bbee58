import { inTransaction } from '~/server/database/connection';
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

/** The outbox's sender for mails about accounts. Never throws. */
export async function sendAccountMail(delivery: DueDelivery): Promise<Attempt> {
  try {
    const letter = inTransaction(() => write(JSON.parse(delivery.payload) as AccountMail));
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
    if (isMeant) await sendMail(mail);
    else await rehearseMail(mail);
  } catch (error) {
    // The next try has a link of its own. This one must not count as one that somebody has.
    if (content.token) voidToken(content.token);
    throw error;
  }
  return isMeant ? { outcome: 'sent', status: null } : NOBODY_TO_TELL;
}

const NOBODY_TO_TELL: Attempt = {
  outcome: 'sent',
  status: null,
  answer: deliveryStrings.nobodyToTell,
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

/** A refused recipient stays refused; anything else (network, sign-in, settings, a full disk) may pass. */
function describeFailure(thrown: unknown): Attempt {
  const { responseCode, response } = thrown as { responseCode?: number; response?: string };
  return {
    outcome: 'failed',
    status: responseCode ?? null,
    error: describeMailFailure(thrown),
    // Filters may quote the link that they dislike, and that link opens a door.
    ...(response && { answer: response.replace(/\bhttps?:\S+/gi, '[enlace]') }),
    ...(isRefusedForGood(thrown) && { gone: true }),
  };
}
