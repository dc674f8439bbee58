import type { InvitedRole } from '~/shared/accounts/invitation';
import { crmStrings } from '~/shared/strings/crm';
import { selectInvitation, updateInvitationExpiry } from '../invitations/invitation-queries';
import { issueToken, LINK_VALID_MS } from '../one-time-tokens';
import type { InvitationMail } from './enqueue-mail';
import { type Content, linkTo } from './mail-templates';
import type { AddressedMail } from './ordered-mails';

/** The mail of an invitation, with a new link; null if it was withdrawn, accepted or voided meanwhile. */
export function writeInvitation({ invitation_id: id }: InvitationMail): AddressedMail | null {
  const invitation = selectInvitation().get({ id });
  if (!invitation || invitation.is_void) return null;
  const token = issueToken('invitation', { invitation_id: id });
  const expires_at = new Date(Date.now() + LINK_VALID_MS.invitation).toISOString();
  updateInvitationExpiry().run({ id, expires_at });
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
