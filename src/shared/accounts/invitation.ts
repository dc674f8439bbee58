/** Roles that invitations give. */
export const INVITED_ROLES = ['staff', 'admin'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/**
 * `sending`: the mail has not left yet; `file`: it is only a file on the server, for want of a mail server; `by_hand`:
 * its link was copied to be handed over; `failed`: it could not be sent; `void`: the sender is no longer an
 * administrator, so the link is dead until somebody else resends it.
 */
export type InvitationState = 'sending' | 'sent' | 'file' | 'by_hand' | 'failed' | 'expired' | 'void';

/** A pending invitation, as administrators see it. */
export type Invitation = {
  id: string;
  email: string;
  role: InvitedRole;
  state: InvitationState;
  invited_by: { id: string; name: string };
  sent_at: string;
  /** When the link expires; null until the mail is written. */
  expires_at: string | null;
  created_at: string;
};

/** What a link's owner sees before accepting. */
export type OpenInvitation = { email: string; role: InvitedRole; invited_by: string; min_length: number };
