import { issueToken, LINK_VALID_MS } from '../one-time-tokens';
import { updateInvitationExpiry } from './invitation-queries';

/** Makes an invitation's token, in the caller's transaction, and stores until when it works. */
export function issueInvitationToken(id: string): string {
  const token = issueToken('invitation', { invitation_id: id });
  updateInvitationExpiry().run({ id, expires_at: new Date(Date.now() + LINK_VALID_MS.invitation).toISOString() });
  return token;
}
