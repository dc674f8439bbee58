import type { ChangeNotices, ChangeTeamNotices } from '~/shared/notices/schema';
import type { OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { type Actor, recordAudit } from '../../audit/audit';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { skipToNewest } from '../new-leads';
import { type Choice, type OwnRow, readOwnNotices, readTeamNotices, type SettingsRow } from './settings';

const updateSettings = query<[SettingsRow]>(
  `UPDATE notice_settings SET email = :email, zone = :zone, days = :days, opens = :opens, closes = :closes,
     insist_after = :insist_after, alarm_after = :alarm_after
   WHERE id = 1`,
);

/** Staff who use the team's email setting. */
const selectUndecided = query<[], { id: string }>(
  `SELECT id FROM profiles INDEXED BY profiles_by_status
   WHERE status = 'active' AND company_id IS NULL AND notice_email IS NULL`,
);

/** Stores the team's settings, with hours in `zone` if it is known, and returns them. */
export function changeTeamNotices(
  settings: ChangeTeamNotices,
  zone: string | undefined,
  actor: Actor,
): Promise<TeamNotices> {
  return inSharedTransaction(() => {
    const before = readTeamNotices();
    updateSettings().run({ ...settings, zone: zone ?? before.zone, days: settings.days.join('') });
    if (settings.email !== before.email) for (const { id } of selectUndecided().all()) skipToNewest(id, 'mail');
    recordAudit({ type: 'notices_changed', actor });
    return readTeamNotices();
  });
}

const updateOwn = query<[OwnRow<Choice | null> & { id: string }]>(
  `UPDATE profiles SET notice_email = coalesce(:email, notice_email), notice_weekly = coalesce(:weekly, notice_weekly),
     notice_troubles = coalesce(:troubles, notice_troubles), notice_push = coalesce(:push, notice_push)
   WHERE id = :id`,
);

/** Changes the given settings and returns all. Throws AppError `not_found`. */
export function changeOwnNotices(userId: string, change: ChangeNotices): Promise<OwnNotices> {
  return inSharedTransaction(() => {
    const before = readOwnNotices(userId);
    const { email = null, weekly, troubles, push } = change;
    updateOwn().run({ id: userId, email, weekly: flag(weekly), troubles: flag(troubles), push: flag(push) });
    const after = readOwnNotices(userId);
    if (after.email !== before.email) skipToNewest(userId, 'mail');
    if (after.push !== before.push) skipToNewest(userId, 'push');
    return after;
  });
}

function flag(choice: boolean | undefined): 0 | 1 | null {
  if (choice === undefined) return null;
  return choice ? 1 : 0;
}
