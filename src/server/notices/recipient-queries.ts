import type { Unsubscribe } from '~/shared/notices/schema';
import type { EmailChoice } from '~/shared/notices/settings';
import { query } from '../database/connection';

/** Somebody who can be notified: active staff, with their own choices or the team's. */
export type Recipient = {
  id: string;
  email: EmailChoice;
  weekly: 0 | 1;
  troubles: 0 | 1;
  /** Only with a subscribed device. */
  push: 0 | 1;
  zone: string;
  takes_leads: 0 | 1;
  is_admin: 0 | 1;
};

const RECIPIENT = `
  SELECT id, notice_weekly AS weekly, notice_troubles AS troubles, takes_leads,
    notice_push = 1 AND EXISTS (SELECT 1 FROM push_subscriptions WHERE user_id = profiles.id AND rests_since IS NULL) AS push,
    coalesce(notice_email, (SELECT email FROM notice_settings WHERE id = 1)) AS email,
    coalesce(zone, (SELECT zone FROM notice_settings WHERE id = 1)) AS zone,
    EXISTS (SELECT 1 FROM user_roles WHERE user_id = profiles.id AND role = 'admin') AS is_admin
  FROM profiles`;
const MAY_BE_NOTIFIED = "status = 'active' AND company_id IS NULL";

export const selectRecipients = query<[], Recipient>(
  `${RECIPIENT} INDEXED BY profiles_by_status WHERE ${MAY_BE_NOTIFIED}`,
);

export const selectRecipientById = query<[{ id: string }], Recipient>(
  `${RECIPIENT} WHERE id = :id AND ${MAY_BE_NOTIFIED}`,
);

export const selectAddress = query<[{ id: string }], { name: string; address: string }>(
  'SELECT name, email AS address FROM profiles JOIN users ON users.id = profiles.id WHERE profiles.id = :id',
);

export const stopMails = query<[{ id: string } & Pick<Unsubscribe, 'topic'>]>(
  `UPDATE profiles SET
     notice_email = iif(:topic IN ('leads', 'both'), 'none', notice_email),
     notice_weekly = iif(:topic IN ('numbers', 'both'), 0, notice_weekly),
     notice_troubles = iif(:topic = 'troubles', 0, notice_troubles)
   WHERE id = :id`,
);

/** Whose mail names this former token, from before tokens were derived. */
export const selectByFormerToken = query<[{ hash: string }], { id: string }>(
  `SELECT id FROM profiles WHERE former_unsubscribe = :hash AND ${MAY_BE_NOTIFIED}`,
);

type FormerToken = { id: string; former_unsubscribe: string };

/** Former tokens still in clear text: they are hex, and hashes start with a later letter. */
export const selectFormerTokens = query<[], FormerToken>(
  "SELECT id, former_unsubscribe FROM profiles WHERE former_unsubscribe < 'g'",
);

export const updateFormerToken = query<[FormerToken]>(
  'UPDATE profiles SET former_unsubscribe = :former_unsubscribe WHERE id = :id',
);
