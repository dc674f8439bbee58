import type { EmailChoice } from '~/shared/notices/settings';
import { query } from '../database/connection';

export type PersonRow = {
  id: string;
  email: EmailChoice;
  weekly: 0 | 1;
  push: 0 | 1;
  zone: string;
  takes_leads: 0 | 1;
  is_admin: 0 | 1;
};

const PERSON = `
  SELECT id, notice_weekly AS weekly, takes_leads,
    notice_push = 1 AND EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id = profiles.id) AS push,
    coalesce(notice_email, (SELECT email FROM notice_settings WHERE id = 1)) AS email,
    coalesce(notice_zone, (SELECT zone FROM notice_settings WHERE id = 1)) AS zone,
    EXISTS (SELECT 1 FROM user_roles WHERE user_id = profiles.id AND role = 'admin') AS is_admin
  FROM profiles`;
const MAY_BE_TOLD = "status = 'active' AND company_id IS NULL";

export const selectPeople = query<[], PersonRow>(
  `${PERSON} INDEXED BY profiles_by_status WHERE ${MAY_BE_TOLD}`,
);

export const selectPerson = query<[{ id: string }], PersonRow>(`${PERSON} WHERE id = :id AND ${MAY_BE_TOLD}`);

/** Where a person's mails go. */
export const selectRecipient = query<[{ id: string }], { name: string; address: string }>(
  'SELECT name, email AS address FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.id = :id',
);

/** Whose mails name this token. */
export const stopMails = query<[{ unsubscribe_token: string }]>(
  "UPDATE profiles SET notice_email = 'none', notice_weekly = 0 WHERE unsubscribe_token = :unsubscribe_token",
);

export const selectUnsubscribeToken = query<[{ id: string }], { unsubscribe_token: string | null }>(
  'SELECT unsubscribe_token FROM profiles WHERE id = :id',
);
