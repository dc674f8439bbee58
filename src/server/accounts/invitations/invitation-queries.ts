import { deleteBatch, query } from '~/server/database/connection';
import type { InvitedRole } from '~/shared/accounts/invitation';

/** An invitation with its latest mail. `is_void`: it was ended, or the inviter is no longer an active administrator. */
export type InvitationRow = {
  id: string;
  email: string;
  role: InvitedRole;
  invited_by: string;
  /** Its last mail's, or no mail's if its link was copied. */
  message_id: string;
  inviter_name: string;
  is_void: 0 | 1;
  /** Whether its last link was copied rather than mailed. */
  by_hand: 0 | 1;
  mail_state: 'pending' | 'sent' | 'failed' | null;
  mail_ended_in: 'file' | 'nobody' | null;
  sent_at: string;
  expires_at: string | null;
  created_at: string;
};

const INVITATION = `
  SELECT invitations.id, invitations.email, invitations.role, invitations.invited_by, invitations.message_id, inviter.name AS inviter_name,
         ended_at IS NOT NULL OR inviter.status <> 'active' OR NOT EXISTS (
           SELECT 1 FROM user_roles WHERE user_id = invitations.invited_by AND role = 'admin'
         ) AS is_void, invitations.by_hand,
         deliveries.state AS mail_state, deliveries.ended_in AS mail_ended_in,
         invitations.sent_at, invitations.expires_at, invitations.created_at
  FROM invitations JOIN profiles AS inviter ON inviter.id = invitations.invited_by
  LEFT JOIN deliveries ON deliveries.message_id = invitations.message_id`;

/** Latest sent first. */
export const selectInvitations = query<[], InvitationRow>(`${INVITATION} ORDER BY invitations.sent_at DESC`);

export const selectInvitation = query<[{ id: string }], InvitationRow>(`${INVITATION} WHERE invitations.id = :id`);

export const selectInvitationByToken = query<[{ token_hash: Buffer; now: string }], InvitationRow>(
  `${INVITATION} JOIN one_time_tokens ON one_time_tokens.invitation_id = invitations.id
   WHERE token_hash = :token_hash AND one_time_tokens.expires_at > :now`,
);

type Sending = { id: string; invited_by: string; message_id: string; sent_at: string };

export const insertInvitation = query<[Sending & { email: string; role: InvitedRole }]>(
  `INSERT INTO invitations (id, email, role, invited_by, message_id, sent_at, created_at)
   VALUES (:id, :email, :role, :invited_by, :message_id, :sent_at, :sent_at)`,
);

export const updateSending = query<[Sending & { by_hand: 0 | 1 }]>(
  `UPDATE invitations SET invited_by = :invited_by, by_hand = :by_hand, message_id = :message_id, sent_at = :sent_at, expires_at = NULL,
     ended_at = NULL
   WHERE id = :id`,
);

export const updateInvitationExpiry = query<[{ id: string; expires_at: string }]>(
  'UPDATE invitations SET expires_at = :expires_at WHERE id = :id',
);

export const selectInvitedBy = query<[{ invited_by: string }], { email: string }>(
  'SELECT email FROM invitations WHERE invited_by = :invited_by AND ended_at IS NULL ORDER BY sent_at',
);

export const endInvitationsBy = query<[{ invited_by: string; now: string }], { email: string }>(
  `UPDATE invitations SET ended_at = :now WHERE invited_by = :invited_by AND ended_at IS NULL RETURNING email`,
);

export const deleteInvitation = query<[{ id: string }]>('DELETE FROM invitations WHERE id = :id');

export const deleteInvitationOf = query<[{ email: string }]>('DELETE FROM invitations WHERE email = :email');

export const deleteInvitationsBefore = deleteBatch<{ before: string }>('invitations', 'id', 'sent_at < :before');
