import type { EmailChoice } from '~/shared/notices/settings';
import { query } from '../../database/connection';

/** The stored settings; days are digits. */
type SettingsRow = {
  email: EmailChoice;
  zone: string;
  days: string;
  opens: string;
  closes: string;
  insist_after: number;
  alarm_after: number;
};

export const selectSettings = query<[], SettingsRow>(
  'SELECT email, zone, days, opens, closes, insist_after, alarm_after FROM notice_settings WHERE id = 1',
);

export const updateSettings = query<[SettingsRow]>(
  `UPDATE notice_settings SET email = :email, zone = :zone, days = :days, opens = :opens, closes = :closes,
     insist_after = :insist_after, alarm_after = :alarm_after
   WHERE id = 1`,
);

type Choice = 0 | 1;
/** Somebody's choices; null means the team's setting, and in a change that it stays. */
type OwnRow<Flag> = { email: EmailChoice | null; weekly: Flag; troubles: Flag; push: Flag };

export const selectOwn = query<[{ id: string }], OwnRow<Choice>>(
  `SELECT notice_email AS email, notice_weekly AS weekly, notice_troubles AS troubles, notice_push AS push
   FROM profiles WHERE id = :id`,
);

export const updateOwn = query<[OwnRow<Choice | null> & { id: string }]>(
  `UPDATE profiles SET notice_email = coalesce(:email, notice_email), notice_weekly = coalesce(:weekly, notice_weekly),
     notice_troubles = coalesce(:troubles, notice_troubles), notice_push = coalesce(:push, notice_push)
   WHERE id = :id`,
);

/** Staff who use the team's email setting. */
export const selectUndecided = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_by_status
   WHERE status = 'active' AND company_id IS NULL AND notice_email IS NULL`,
);

export const selectZone = query<[{ id: string }], { zone: string | null }>('SELECT zone FROM profiles WHERE id = :id');

export const updateZone = query<[{ id: string; zone: string }]>('UPDATE profiles SET zone = :zone WHERE id = :id');
