import type { ChangeNotices } from '~/shared/notices/schema';
import type { OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { requireFound } from '../../app-error';
import { type Actor, recordAudit } from '../../audit/audit';
import { inSharedTransaction } from '../../database/group-commit';
import { skipToNewest } from '../new-leads/new-leads';
import { replanTimers } from '../response-timers/reminder-rounds';
import { readOwnNotices, readTeamNotices } from './settings';
import { selectOwn, selectUndecided, updateOwn, updateSettings } from './settings-queries';

/** Stores the team's settings and returns them. Pending reminders are rescheduled to the new hours. */
export async function changeTeamNotices(settings: TeamNotices, actor: Actor): Promise<TeamNotices> {
  const saved = await inSharedTransaction(() => {
    const before = readTeamNotices();
    updateSettings().run({ ...settings, days: settings.days.join('') });
    if (settings.email !== before.email) for (const { id } of selectUndecided().all()) skipToNewest(id, 'mail');
    recordAudit({ type: 'notices_changed', actor });
    return readTeamNotices();
  });
  await replanTimers();
  return saved;
}

/** Changes the given settings and returns all. Throws AppError `not_found`. */
export function changeOwnNotices(userId: string, change: ChangeNotices): Promise<OwnNotices> {
  return inSharedTransaction(() => {
    const own = requireFound(selectOwn().get({ id: userId }));
    const before = readOwnNotices(userId);
    const { email, weekly, troubles, push, zone } = change;
    updateOwn().run({
      id: userId,
      notice_email: email ?? own.notice_email,
      notice_weekly: weekly === undefined ? own.notice_weekly : weekly ? 1 : 0,
      notice_troubles: troubles === undefined ? own.notice_troubles : troubles ? 1 : 0,
      notice_push: push === undefined ? own.notice_push : push ? 1 : 0,
      notice_zone: zone ?? own.notice_zone,
    });
    const after = readOwnNotices(userId);
    if (after.email !== before.email) skipToNewest(userId, 'mail');
    if (after.push !== before.push) skipToNewest(userId, 'push');
    return after;
  });
}
