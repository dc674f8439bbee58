import type { SessionUser } from '~/shared/accounts/account';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { selectAccount } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { addressKey } from '../net/client-address';
import { admitAttempt } from '../rate-limit/guess-throttle';
import { consumePoint } from '../rate-limit/rate-limit';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { auditEntry, type Entry, enter, refuseEntry, reportEntry, storedEntry } from '../sessions/entry';
import { findSignInRefusal } from '../sessions/sessions';
import { describeWrongCode, findUse, type Use, wrongCodes } from './codes';
import { listSecondFactors } from './requirement';

const PENDING_SECONDS = 5 * 60;
const MAX_TRIES = 5;
const pendingCookie = ownCookie('pending');

/** Where signing in led: to a session, or to the second step. */
export type SignInResult = { user: SessionUser } | { second_factor: SecondFactor[] };

/** First steps taken on a full disk, by their token's hash: this process's memory is all that has them. */
const heldPending = new Map<string, { user_id: string; password_hash: string; expires_at: string }>();

const insertPending = query<[{ token_hash: Buffer; user_id: string; tries_left: number; expires_at: string }]>(
  `INSERT INTO pending_sign_ins (token_hash, user_id, tries_left, expires_at)
   VALUES (:token_hash, :user_id, :tries_left, :expires_at)`,
);

/**
 * The last step of every sign-in: begins the session, with what `record` stores, or, if the account has a second factor,
 * sets a cookie that allows five minutes for it. Runs in the transaction that checked that the user may sign in.
 */
export function completeSignIn(visit: Visit, id: string, entry = storedEntry, record = () => {}): SignInResult {
  const ways = listSecondFactors(id);
  if (ways.length === 0) {
    record();
    return { user: entry.begin(visit, id) };
  }
  const token = makeToken();
  const now = Date.now();
  const pending = { user_id: id, expires_at: new Date(now + PENDING_SECONDS * 1000).toISOString() };
  if (entry.isHeld) {
    for (const [key, { expires_at }] of heldPending) if (Date.parse(expires_at) <= now) heldPending.delete(key);
    const password_hash = selectAccount().get({ id })?.password_hash ?? '';
    heldPending.set(hashToken(token).toString('hex'), { ...pending, password_hash });
  } else insertPending().run({ ...pending, token_hash: hashToken(token), tries_left: MAX_TRIES });
  pendingCookie.set(visit.cookies, token, PENDING_SECONDS);
  return { second_factor: ways };
}

const selectPending = query<[{ token_hash: Buffer; now: string }], { user_id: string }>(
  `SELECT user_id FROM pending_sign_ins
   WHERE token_hash = :token_hash AND tries_left > 0 AND expires_at > :now`,
);

/** Who took this first step, if the second one may follow. */
function findPending(token_hash: Buffer): string | undefined {
  const now = new Date().toISOString();
  const first = heldPending.get(token_hash.toString('hex'));
  if (!first) return selectPending().get({ token_hash, now })?.user_id;
  const { user_id: id, password_hash, expires_at } = first;
  return expires_at > now && selectAccount().get({ id })?.password_hash === password_hash ? id : undefined;
}

/** The second factors this browser may now choose from; null if it is at no second step. */
export function findPendingFactors(cookies: Cookies): SecondFactor[] | null {
  const token = pendingCookie.read(cookies);
  const userId = token && findPending(hashToken(token));
  return userId ? listSecondFactors(userId) : null;
}

/** Forgets the first step in this browser, to sign in as somebody else. */
export function clearPendingSignIn(cookies: Cookies): void {
  pendingCookie.remove(cookies);
}

/**
 * Takes the second step, with a code or a recovery code. Each counts once, even if two processes get it at once.
 * @throws {AppError} `sign_in_expired` after five minutes, five tries or a change of the password; `invalid_code` with
 * the reason at its field; why the account may not sign in; `too_many` with the wait; `busy`.
 */
export async function takeSecondStep(input: SecondFactorInput, visit: Visit): Promise<SessionUser> {
  const token_hash = hashToken(pendingCookie.read(visit.cookies) ?? '');
  const userId = findPending(token_hash);
  if (!userId) throw new AppError('sign_in_expired');
  const attempt = await admitAttempt('second-factor', `${userId}|${addressKey(visit.address)}`);
  const refund =
    input.code !== undefined ? await consumePoint(wrongCodes(), userId, secondFactorStrings.tooManyWrong) : () => {};
  const tried = await takeTry(token_hash);
  if (!tried) throw new AppError('sign_in_expired');
  const use = await findUse(userId, input);
  if (!use) return refuse(userId, input, tried.tries_left, visit);
  const entered = await enter((entry) => {
    entry.store(attempt.markSuccessful);
    entry.store(refund);
    return finish(userId, token_hash, use, input, visit, entry);
  });
  reportEntry(userId, visit);
  return entered;
}

const consumeTry = query<[{ token_hash: Buffer; now: string }], { user_id: string; tries_left: number }>(
  `UPDATE pending_sign_ins SET tries_left = tries_left - 1
   WHERE token_hash = :token_hash AND tries_left > 0 AND expires_at > :now
   RETURNING user_id, tries_left`,
);

/** In memory and on a full disk only `admitAttempt` counts. */
async function takeTry(token_hash: Buffer): Promise<{ tries_left: number } | undefined> {
  const inMemory = { tries_left: MAX_TRIES };
  if (heldPending.has(token_hash.toString('hex'))) return inMemory;
  const now = new Date().toISOString();
  return unlessFull<{ tries_left: number } | undefined>(
    () => inSharedTransaction(() => consumeTry().get({ token_hash, now })),
    () => inMemory,
  );
}

const deletePending = query<[{ token_hash: Buffer }]>('DELETE FROM pending_sign_ins WHERE token_hash = :token_hash');

function finish(
  id: string,
  token_hash: Buffer,
  use: Use,
  input: SecondFactorInput,
  visit: Visit,
  entry: Entry,
): SessionUser {
  const key = token_hash.toString('hex');
  const isHeld = entry.isHeld || heldPending.has(key);
  if (!isHeld && deletePending().run({ token_hash }).changes === 0) throw new AppError('sign_in_expired');
  const account = selectAccount().get({ id });
  if (!account) throw new AppError('sign_in_expired');
  const refusal = findSignInRefusal(account);
  if (refusal) throw new AppError(refusal);
  // The rollback restores the pending row for the next try.
  if (!entry.accept(`${id} ${input.code ?? input.recovery_code}`, use))
    throw new AppError('invalid_code', describeWrongCode(input));
  heldPending.delete(key);
  auditEntry(entry, account, input.code === undefined ? 'recovery' : 'totp', visit);
  clearPendingSignIn(visit.cookies);
  return entry.begin(visit, id);
}

function refuse(id: string, input: SecondFactorInput, triesLeft: number, visit: Visit): Promise<never> {
  const { email = '' } = selectAccount().get({ id }) ?? {};
  const isOver = triesLeft <= 0;
  return refuseEntry('invalid_code', { id, email }, visit, {
    // Whoever got this far knows the password.
    alongside: () => isOver && enqueueMail({ template: 'second_factor_failed', user_id: id }),
    refusal: isOver ? new AppError('sign_in_expired') : new AppError('invalid_code', describeWrongCode(input)),
  });
}
