import type { SessionUser } from '~/shared/accounts/account';
import type { OwnSecondFactor } from '~/shared/accounts/second-factor';
import { passwordStrings } from '~/shared/strings/accounts/accounts';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { selectAccount } from '../accounts/account-queries';
import { enqueueMail, type NoticeMail } from '../accounts/mails/enqueue-mail';
import { AppError, errorAt } from '../app-error';
import { actorOf, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { removeInSlices } from '../database/slices';
import type { Visit } from '../http/visit';
import { passwordMatches } from '../passwords/passwords';
import { admitAttempt, admitOwnAttempt } from '../rate-limit/guess-throttle';
import { currentSessionHash, rotateToken } from '../sessions/sessions';
import { makeRecoveryCodes } from './recovery-codes';
import {
  countRecoveryCodes,
  deletePendingOfUser,
  deleteRecoveryCodes,
  deleteTotp,
  selectTotp,
} from './second-factor-queries';
import { findTimeStep, makeSecret, otpauthUrl, readSecret, sealSecret } from './totp';

/** How long a new secret awaits its first code. */
const SET_UP_MS = 15 * 60 * 1000;

/** One's own second factor, as the account screen shows it. */
export function readOwnSecondFactor({ id }: SessionUser): OwnSecondFactor {
  return {
    set_at: selectTotp().get({ user_id: id })?.set_at ?? null,
    recovery_codes_left: countRecoveryCodes().get({ user_id: id })?.left ?? 0,
  };
}

/** Keeps a secret that takes effect once a code of it was typed. */
const upsertNewSecret = query<[{ user_id: string; new_secret: Buffer; new_since: string }]>(
  `INSERT INTO totp (user_id, new_secret, new_since) VALUES (:user_id, :new_secret, :new_since)
   ON CONFLICT (user_id) DO UPDATE SET new_secret = excluded.new_secret, new_since = excluded.new_since`,
);

/**
 * Makes a new app's secret. Until `confirmTotp` gets a code of it, the former one stays in force.
 * @throws {AppError} `invalid` with the reason at `password`; `too_many`; `busy`.
 */
export async function beginTotp(
  user: SessionUser,
  password: string,
  visit: Visit,
): Promise<{ secret: string; otpauth_url: string }> {
  await requireOwnPassword(user, password, visit);
  const secret = makeSecret();
  await inSharedTransaction(() =>
    upsertNewSecret().run({
      user_id: user.id,
      new_secret: sealSecret(secret, user.id),
      new_since: new Date().toISOString(),
    }),
  );
  return { secret, otpauth_url: otpauthUrl(secret, user.email) };
}

/** Puts the new secret in force, if it is still the same one. */
const adoptNewSecret = query<[{ user_id: string; new_secret: Buffer; set_at: string; step: number }]>(
  `UPDATE totp SET secret = new_secret, set_at = :set_at, last_step = :step, new_secret = NULL, new_since = NULL
   WHERE user_id = :user_id AND new_secret = :new_secret`,
);

/**
 * Puts the new secret in force with a code of it, and makes ten recovery codes, shown only this once.
 * @throws {AppError} `invalid` with the reason at `code`, also after a quarter of an hour; `too_many`; `busy`.
 */
export async function confirmTotp(
  user: SessionUser,
  code: string,
  visit: Visit,
): Promise<{ recovery_codes: string[] }> {
  const attempt = await admitAttempt('totp-set-up', currentSessionHash(visit.cookies).toString('hex'));
  const { new_secret, new_since } = selectTotp().get({ user_id: user.id }) ?? {};
  if (!new_secret || !new_since || Date.parse(new_since) + SET_UP_MS <= Date.now()) throw notBegun();
  const plain = readSecret(new_secret, user.id);
  const step = plain === null ? null : findTimeStep(plain, code, Date.now());
  if (step === null) throw errorAt('code', secondFactorStrings.codeWrong);
  const { codes, store } = await makeRecoveryCodes();
  await inSharedTransaction(() => {
    const set_at = new Date().toISOString();
    attempt.markSuccessful();
    if (adoptNewSecret().run({ user_id: user.id, new_secret, set_at, step }).changes === 0) throw notBegun();
    store(user.id);
    recordChange(user, visit, 'second_factor_set');
  });
  return { recovery_codes: codes };
}

const notBegun = () => errorAt('code', secondFactorStrings.notBegun);

/** Removes one's app and recovery codes. Throws AppError `invalid` at `password`; `too_many`; `busy`. */
export async function removeTotp(user: SessionUser, password: string, visit: Visit): Promise<void> {
  await requireOwnPassword(user, password, visit);
  await inSharedTransaction(() => {
    if (deleteTotp().run({ user_id: user.id }).changes === 0) return;
    deleteRecoveryCodes().run({ user_id: user.id });
    deletePendingOfUser().run({ user_id: user.id });
    recordChange(user, visit, 'second_factor_removed');
  });
}

/**
 * Makes ten new recovery codes; the former ones stop working.
 * @throws {AppError} `invalid` with the reason at `password`; `conflict` without an app; `too_many`; `busy`.
 */
export async function renewRecoveryCodes(
  user: SessionUser,
  password: string,
  visit: Visit,
): Promise<{ recovery_codes: string[] }> {
  await requireOwnPassword(user, password, visit);
  const { codes, store } = await makeRecoveryCodes();
  await inSharedTransaction(() => {
    if (!selectTotp().get({ user_id: user.id })?.secret)
      throw new AppError('conflict', { message: secondFactorStrings.notSet });
    store(user.id);
    recordChange(user, visit, 'recovery_codes_renewed');
  });
  return { recovery_codes: codes };
}

/** Reports the change by mail and audit, and rotates the session's token, as its rights changed. */
function recordChange(
  user: SessionUser,
  visit: Visit,
  what: Extract<NoticeMail['template'], 'second_factor_set' | 'second_factor_removed' | 'recovery_codes_renewed'>,
): void {
  recordAudit({ type: what, actor: actorOf(user, visit) });
  enqueueMail({ template: what, user_id: user.id });
  rotateToken(visit);
}

async function requireOwnPassword(user: SessionUser, password: string, visit: Visit): Promise<void> {
  const attempt = await admitOwnAttempt(user.id, visit.cookies);
  const account = selectAccount().get({ id: user.id });
  if (await passwordMatches(password, account?.password_hash)) return inSharedTransaction(attempt.markSuccessful);
  throw errorAt('password', passwordStrings.wrong);
}

const clearNewSecrets = query<[{ before: string; limit: number }]>(
  `UPDATE totp SET new_secret = NULL, new_since = NULL
   WHERE user_id IN (SELECT user_id FROM totp WHERE new_since IS NOT NULL AND new_since <= :before LIMIT :limit)`,
);

export function forgetUnconfirmedSecrets(): Promise<number> {
  return removeInSlices(clearNewSecrets, { before: new Date(Date.now() - SET_UP_MS).toISOString() });
}
