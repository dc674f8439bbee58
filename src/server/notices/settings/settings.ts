import type { EmailChoice, OwnNotices, TeamNotices } from '~/shared/notices/settings';
import { requireFound } from '../../app-error';
import { query } from '../../database/connection';
import { inSharedTransaction } from '../../database/group-commit';
import { log } from '../../log';

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

const selectSettings = query<[], SettingsRow>(
  'SELECT email, zone, days, opens, closes, insist_after, alarm_after FROM notice_settings WHERE id = 1',
);

/** What administrators set for the whole team. */
export function readTeamNotices(): TeamNotices {
  const row = selectSettings().get();
  if (!row) throw new Error('the settings are one row');
  return { ...row, days: [...row.days].map(Number) };
}

export type Choice = 0 | 1;

/** Somebody's choices; null means the team's setting, and in a change that it stays. */
export type OwnRow<Flag> = { email: EmailChoice | null; weekly: Flag; troubles: Flag; push: Flag };

const selectOwn = query<[{ id: string }], OwnRow<Choice>>(
  `SELECT notice_email AS email, notice_weekly AS weekly, notice_troubles AS troubles, notice_push AS push
   FROM profiles WHERE id = :id`,
);

/** What somebody is notified of, and how, with the team's defaults. Throws AppError `not_found`. */
export function readOwnNotices(userId: string): OwnNotices {
  const { email, weekly, troubles, push } = requireFound(selectOwn().get({ id: userId }));
  return { email: email ?? readTeamNotices().email, weekly: weekly === 1, troubles: troubles === 1, push: push === 1 };
}

const selectZone = query<[{ id: string }], { zone: string | null }>('SELECT zone FROM profiles WHERE id = :id');

/** The time zone in which somebody last used the panel; the team's until they have. */
export function zoneOf(userId: string): string {
  return selectZone().get({ id: userId })?.zone ?? readTeamNotices().zone;
}

const updateZone = query<[{ id: string; zone: string }]>('UPDATE profiles SET zone = :zone WHERE id = :id');

/** Remembers the zone of the browser somebody uses. A failure is logged only: what they came for matters more. */
export function rememberZone(userId: string, zone: string): void {
  if (selectZone().get({ id: userId })?.zone === zone) return;
  inSharedTransaction(() => updateZone().run({ id: userId, zone })).catch((error) =>
    log.warn({ event: 'zone_not_remembered', err: error }),
  );
}
