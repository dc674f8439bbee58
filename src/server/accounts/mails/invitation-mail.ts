import type { InvitedRole } from '~/shared/accounts/invitation';
import { crmStrings } from '~/shared/strings/crm';
import { selectInvitation } from '../invitations/invitation-queries';
import { issueInvitationToken } from '../invitations/issue-link';
import type { InvitationMail } from './enqueue-mail';
import { type Content, linkTo } from './mail-templates';
import type { AddressedMail } from './ordered-mails';

/**
 * The mail of an invitation, with a new link; null if it was withdrawn, accepted, voided or sent otherwise meanwhile.
 */
export function writeInvitation({ invitation_id: id }: InvitationMail, messageId: string): AddressedMail | null {
  const invitation = selectInvitation().get({ id });
  if (!invitation || invitation.is_void || invitation.message_id !== messageId) return null;
  const token = issueInvitationToken(id);
  const content = describeInvitation(invitation.inviter_name, invitation.role, token);
  return { to: { address: invitation.email }, content };
}

/** For a colleague an administrator invited. */
function describeInvitation(inviter: string, role: InvitedRole, token: string): Content {
  return {
    token,
    subject: `Te invitaron al CRM de ${crmStrings.brand}`,
    paragraphs: [
      role === 'admin'
        ? `${inviter} te invita a trabajar en el CRM de ${crmStrings.brand} como administrador.`
        : `${inviter} te invita a trabajar con su equipo en el CRM de ${crmStrings.brand}.`,
      'Con este enlace elegís tu contraseña y entrás. No hace falta que nadie apruebe tu cuenta.',
    ],
    action: { label: 'Aceptar la invitación', url: linkTo('invitacion', token) },
    footnotes: [
      'El enlace sirve una sola vez y vence en 72 horas.',
      'Si ya venció, pedile a quien te invitó que te la envíe otra vez.',
      'Si no esperabas esta invitación, podés ignorar este correo: sin el enlace no se crea ninguna cuenta.',
    ],
  };
}
