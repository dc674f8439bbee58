/** What an invited colleague will be. */
export const INVITED_ROLES = ['staff', 'admin'] as const;
export type InvitedRole = (typeof INVITED_ROLES)[number];

/**
 * Where an invitation stands. `sending`: its mail has not left yet; `failed`: it could not be sent; `void`: whoever sent
 * it is no longer an administrator, so the link opens nothing until somebody else sends it again.
 */
export type InvitationState = 'sending' | 'sent' | 'failed' | 'expired' | 'void';

/** An invitation that nobody has accepted yet, as administrators see it. */
export type Invitation = {
  id: string;
  email: string;
  role: InvitedRole;
  state: InvitationState;
  /** Whether its mail is only a file on the server, because there is no mail server. */
  is_file: boolean;
  invited_by: { id: string; name: string };
  sent_at: string;
  /** Until when its link works; null until its mail is written. */
  expires_at: string | null;
  created_at: string;
};

/** What the owner of a link sees before accepting. */
export type OpenInvitation = { email: string; role: InvitedRole; invited_by: string; min_length: number };
