import type { EmailChoice } from '~/shared/notices/settings';
import { query } from '../../database/connection';

/** The stored settings; days are digits. */
export type SettingsRow = {
  email: EmailChoice;
  zone: string;
  days: string;
  opens: string;
  closes: string;
  insist_after: number;
  alarm_after: number;
};

const COLUMNS = 'email, zone, days, opens, closes, insist_after, alarm_after';

export const selectSettings = query<[], SettingsRow>(`SELECT ${COLUMNS} FROM notice_settings WHERE id = 1`);

export const updateSettings = query<[SettingsRow]>(
  `UPDATE notice_settings SET email = :email, zone = :zone, days = :days, opens = :opens, closes = :closes,
     insist_after = :insist_after, alarm_after = :alarm_after
   WHERE id = 1`,
);

/** Somebody's choices; null means the team's setting. */
export type OwnRow = {
  notice_email: EmailChoice | null;
  notice_weekly: 0 | 1;
  notice_troubles: 0 | 1;
  notice_push: 0 | 1;
  notice_zone: string | null;
};

const OWN = 'notice_email, notice_weekly, notice_troubles, notice_push, notice_zone';

export const selectOwn = query<[{ id: string }], OwnRow>(`SELECT ${OWN} FROM profiles WHERE id = :id`);

export const updateOwn = query<[OwnRow & { id: string }]>(
  `UPDATE profiles SET notice_email = :notice_email, notice_weekly = :notice_weekly, notice_troubles = :notice_troubles,
     notice_push = :notice_push, notice_zone = :notice_zone
   WHERE id = :id`,
);

/** Staff who use the team's email setting. */
export const selectUndecided = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_by_status
   WHERE status = 'active' AND company_id IS NULL AND notice_email IS NULL`,
);
