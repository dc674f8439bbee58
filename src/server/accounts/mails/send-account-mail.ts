import { inSharedTransaction } from '~/server/database/group-commit';
import { composeMail, describeFailure, NO_RECIPIENT, sendComposed } from '~/server/mail/compose-mail';
import type { Attempt, DueDelivery } from '~/server/outbox/delivery';
import type { InvitedRole } from '~/shared/accounts/invitation';
import { crmStrings } from '~/shared/strings/crm';
import { selectAccount } from '../account-queries';
import { issueInvitationLink, selectInvitation } from '../invitations/invitations';
import { type Link, voidToken } from '../one-time-tokens';
import { type AccountMail, type InvitationMail, isOrdered, type NoticeMail } from './enqueue-mail';
import { type Content, writeNotice } from './mail-templates';
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
    return await sendComposed(composeMail(to, { footnotes: [], ...content }, delivery));
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

/**
 * The mail of an invitation, with a new link; null if it was withdrawn, accepted, voided or sent otherwise meanwhile.
 */
function writeInvitation({ invitation_id: id }: InvitationMail, messageId: string): AddressedMail | null {
  const invitation = selectInvitation().get({ id });
  if (!invitation || invitation.is_void || invitation.message_id !== messageId) return null;
  const content = describeInvitation(invitation.inviter_name, invitation.role, issueInvitationLink(id));
  return { to: { address: invitation.email }, content };
}

/** For a colleague an administrator invited. */
function describeInvitation(inviter: string, role: InvitedRole, { token, url }: Link): Content {
  return {
    token,
    subject: `Te invitaron al CRM de ${crmStrings.brand}`,
    paragraphs: [
      role === 'admin'
        ? `${inviter} te invita a trabajar en el CRM de ${crmStrings.brand} como administrador.`
        : `${inviter} te invita a trabajar con su equipo en el CRM de ${crmStrings.brand}.`,
      'Con este enlace elegís tu contraseña y entrás. No hace falta que nadie apruebe tu cuenta.',
    ],
    action: { label: 'Aceptar la invitación', url },
    footnotes: [
      'El enlace sirve una sola vez y vence en 72 horas.',
      'Si ya venció, pedile a quien te invitó que te la envíe otra vez.',
      'Si no esperabas esta invitación, podés ignorar este correo: sin el enlace no se crea ninguna cuenta.',
    ],
  };
}
