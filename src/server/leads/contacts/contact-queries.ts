import type { ContactChannel } from '~/shared/leads/enums';
import { query } from '../../database/connection';

type Attempt = { channel: ContactChannel; opened_at: string };
type AttemptKey = { lead_id: number; user_id: string };

export const selectAttempt = query<[AttemptKey], Attempt>(
  'SELECT channel, opened_at FROM contact_attempts WHERE lead_id = :lead_id AND user_id = :user_id',
);

export const putAttempt = query<[AttemptKey & Attempt]>(
  `INSERT INTO contact_attempts (lead_id, user_id, channel, opened_at)
   VALUES (:lead_id, :user_id, :channel, :opened_at)
   ON CONFLICT (lead_id, user_id) DO UPDATE SET channel = excluded.channel, opened_at = excluded.opened_at`,
);

export const deleteAttempt = query<[AttemptKey]>(
  'DELETE FROM contact_attempts WHERE lead_id = :lead_id AND user_id = :user_id',
);
