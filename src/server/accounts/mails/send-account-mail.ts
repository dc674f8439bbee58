import { inSharedTransaction } from '~/server/database/group-commit';
import { composeMail, describeFailure, NO_RECIPIENT, sendComposed } from '~/server/mail/compose-mail';
import type { Attempt, DueDelivery } from '~/server/outbox/delivery';
import { selectAccount } from '../account-queries';
import { voidToken } from '../one-time-tokens';
import { type AccountMail, isOrdered, type NoticeMail } from './enqueue-mail';
import { writeInvitation } from './invitation-mail';
import { writeNotice } from './mail-templates';
import { type AddressedMail, writeOrdered } from './ordered-mails';

/** Sends account mails for the outbox. Never throws. */
export async function sendAccountMail(delivery: DueDelivery): Promise<Attempt> {
  try {
    const letter = await inSharedTransaction(() =>
      write(JSON.parse(delivery.payload) as AccountMail, delivery.message_id),
    );
    return letter ? await send(letter, delivery) : NO_RECIPIENT;
  } catch (error) {
    return describeFailure(error);
  }
}

async function send({ to, content }: AddressedMail, delivery: DueDelivery): Promise<Attempt> {
  try {
    return await sendComposed(composeMail(to, content, delivery));
  } catch (error) {
    // A retry makes a new link. Nobody received this one, so it must not work.
    const { token } = content;
    if (token) await inSharedTransaction(() => voidToken(token));
    throw error;
  }
}

function write(order: AccountMail, messageId: string): AddressedMail | null {
  if (isOrdered(order)) return writeOrdered(order);
  return order.template === 'invitation' ? writeInvitation(order, messageId) : writeFor(order);
}

function writeFor(order: NoticeMail): AddressedMail | null {
  const person = selectAccount().get({ id: order.user_id });
  if (!person) return null;
  const aboutId = 'applicant_id' in order ? order.applicant_id : 'owner_id' in order ? order.owner_id : null;
  const about = aboutId === null ? undefined : selectAccount().get({ id: aboutId });
  const content = writeNotice(order, person, about);
  return content && { to: { name: person.name, address: person.email }, content };
}
