import { deliveryStrings } from '~/shared/strings/deliveries';
import { inTransaction } from '../db';
import { describeMailFailure, isRefusedForGood } from '../mail/failure';
import { renderMail } from '../mail/render';
import { type Mail, sendMail } from '../mail/transport';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { selectAccount, selectAccountByEmail } from './account-queries';
import { writeMail } from './mail-templates';
import type { AccountMail } from './mails';

/** The outbox's sender for mails about accounts. Never throws. */
export async function sendAccountMail(delivery: DueDelivery): Promise<Attempt> {
  try {
    const mail = inTransaction(() => compose(delivery));
    if (!mail) return { outcome: 'sent', status: null, answer: deliveryStrings.nobodyToTell };
    await sendMail(mail);
    return { outcome: 'sent', status: null };
  } catch (error) {
    return describeFailure(error);
  }
}

function compose({ message_id, payload }: DueDelivery): Mail | null {
  const order = JSON.parse(payload) as AccountMail;
  const person =
    'email' in order
      ? selectAccountByEmail().get({ email: order.email })
      : selectAccount().get({ id: order.user_id });
  if (!person) return null;
  const applicant = 'applicant_id' in order ? selectAccount().get({ id: order.applicant_id }) : undefined;
  const content = writeMail(order, person, applicant);
  if (!content) return null;
  return {
    to: { name: person.name, address: person.email },
    subject: content.subject,
    messageId: `<${message_id}@crm>`,
    ...renderMail({ ...content, name: person.name }),
  };
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
