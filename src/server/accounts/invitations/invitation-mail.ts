import { writeInvitation } from '../mails/mail-templates';
import type { InvitationMail } from '../mails/mails';
import type { Letter } from '../mails/ordered-mails';
import { issueToken, LINK_VALID_MS } from '../one-time-tokens';
import { selectInvitation, updateInvitationExpiry } from './invitation-queries';

/** The mail of an invitation, with a new link; null if it was withdrawn, accepted or voided meanwhile. */
export function writeInvitationMail({ invitation_id: id }: InvitationMail): Letter | null {
  const invitation = selectInvitation().get({ id });
  if (!invitation || invitation.is_void) return null;
  const token = issueToken('invitation', { invitation_id: id });
  const expires_at = new Date(Date.now() + LINK_VALID_MS.invitation).toISOString();
  updateInvitationExpiry().run({ id, expires_at });
  const content = writeInvitation(invitation.inviter_name, invitation.role, token);
  return { to: { address: invitation.email }, content };
}
