import type { OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { requireFound } from '../../app-error';
import { selectOwn, selectSettings } from './settings-queries';

/** What administrators set for the whole team. */
export function readTeamNotices(): TeamNotices {
  const row = selectSettings().get();
  if (!row) throw new Error('the settings are one row');
  return { ...row, days: [...row.days].map(Number) };
}

/** What somebody is notified of, and how, with the team's defaults. Throws AppError `not_found`. */
export function readOwnNotices(userId: string): OwnNotices {
  const own = requireFound(selectOwn().get({ id: userId }));
  const team = readTeamNotices();
  return {
    email: own.notice_email ?? team.email,
    weekly: own.notice_weekly === 1,
    troubles: own.notice_troubles === 1,
    push: own.notice_push === 1,
    zone: own.notice_zone ?? team.zone,
  };
}
