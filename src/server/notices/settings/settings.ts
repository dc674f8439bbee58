import type { OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { requireFound } from '../../app-error';
import { inSharedTransaction } from '../../database/group-commit';
import { log } from '../../log';
import { selectOwn, selectSettings, selectZone, updateZone } from './settings-queries';

/** What administrators set for the whole team. */
export function readTeamNotices(): TeamNotices {
  const row = selectSettings().get();
  if (!row) throw new Error('the settings are one row');
  return { ...row, days: [...row.days].map(Number) };
}

/** What somebody is notified of, and how, with the team's defaults. Throws AppError `not_found`. */
export function readOwnNotices(userId: string): OwnNotices {
  const { email, weekly, troubles, push } = requireFound(selectOwn().get({ id: userId }));
  return { email: email ?? readTeamNotices().email, weekly: weekly === 1, troubles: troubles === 1, push: push === 1 };
}

/** The time zone in which somebody last used the panel; the team's until they have. */
export function zoneOf(userId: string): string {
  return selectZone().get({ id: userId })?.zone ?? readTeamNotices().zone;
}

/** Remembers the zone of the browser somebody uses. A failure is logged only: what they came for matters more. */
export function rememberZone(userId: string, zone: string): void {
  if (selectZone().get({ id: userId })?.zone === zone) return;
  inSharedTransaction(() => updateZone().run({ id: userId, zone })).catch((error) =>
    log.warn({ event: 'zone_not_remembered', err: error }),
  );
}
