import { inTransaction } from '../db';
import { renderMail } from '../mail/render';
import { type Mail, sendMail } from '../mail/transport';
import type { Attempt, DueDelivery } from '../outbox/delivery';
import { selectAccount, selectAccountByEmail } from './account-queries';
import { writeMail } from './mail-templates';
import type { AccountMail } from './mails';

/** The outbox's sender for mails about accounts. Never throws. */
export async function sendAccountMail(delivery: DueDelivery, interrupt: AbortSignal): Promise<Attempt> {
  try {
    const mail = inTransaction(() => compose(delivery));
    if (!mail) return { outcome: 'sent', status: null, note: 'nobody to send this to' };
    await unlessInterrupted(sendMail(mail), interrupt);
    return { outcome: 'sent', status: null };
  } catch (error) {
    return describeFailure(error);
  }
}

/** Nodemailer cannot be told to give up; whoever waits for it can. */
async function unlessInterrupted(work: Promise<void>, interrupt: AbortSignal): Promise<void> {
  const { promise: interrupted, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(new Error('interrupted'));
  interrupt.addEventListener('abort', onAbort);
  try {
    await Promise.race([work, interrupted]);
  } finally {
    interrupt.removeEventListener('abort', onAbort);
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

/** A refused recipient stays refused; anything else (network, sign-in, a full disk) may pass. */
function describeFailure(error: unknown): Attempt {
  const { message, responseCode, code } = error as Error & { responseCode?: number; code?: string };
  const refusedForGood = code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500;
  return {
    outcome: 'failed',
    status: responseCode ?? null,
    error: message,
    ...(refusedForGood && { gone: true }),
  };
}
