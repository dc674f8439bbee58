import type { SessionUser } from '~/shared/accounts/account';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { selectAccount } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { admitAttempt } from '../rate-limit/guess-throttle';
import { addressKey, consumePoint } from '../rate-limit/rate-limit';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { beginSession, findSignInRefusal } from '../sessions/sessions';
import { describeWrongCode, findUse, wrongCodes } from './check-code';
import type { Use } from './recovery-codes';
import { listSecondFactors } from './requirement';
import { consumeTry, deletePending, insertPending, selectPending } from './second-factor-queries';

const PENDING_SECONDS = 5 * 60;
const MAX_TRIES = 5;
const pendingCookie = ownCookie('pending');

/** Where signing in led: to a session, or to the second step. */
export type SignInResult = { user: SessionUser } | { second_factor: SecondFactor[] };

/**
 * The last step of every sign-in: begins the session or, if the account has a second factor, sets a cookie that allows
 * five minutes for it. Runs in the transaction that checked that the user may sign in.
 */
export function completeSignIn(visit: Visit, id: string): SignInResult {
  const ways = listSecondFactors(id);
  if (ways.length === 0) return { user: beginSession(visit, id) };
  const token = makeToken();
  const expires_at = new Date(Date.now() + PENDING_SECONDS * 1000).toISOString();
  insertPending().run({ token_hash: hashToken(token), user_id: id, tries_left: MAX_TRIES, expires_at });
  pendingCookie.set(visit.cookies, token, PENDING_SECONDS);
  return { second_factor: ways };
}

/** The second factors this browser may now choose from; null if it is at no second step. */
export function findPendingFactors(cookies: Cookies): SecondFactor[] | null {
  const token = pendingCookie.read(cookies);
  const now = new Date().toISOString();
  const pending = token && selectPending().get({ token_hash: hashToken(token), now });
  return pending ? listSecondFactors(pending.user_id) : null;
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
  const now = new Date().toISOString();
  const userId = selectPending().get({ token_hash, now })?.user_id;
  if (!userId) throw new AppError('sign_in_expired');
  const attempt = await admitAttempt('second-factor', `${userId}|${addressKey(visit.address)}`);
  const refund =
    input.code !== undefined ? await consumePoint(wrongCodes(), userId, secondFactorStrings.tooManyWrong) : () => {};
  const tried = await inSharedTransaction(() => consumeTry().get({ token_hash, now }));
  if (!tried) throw new AppError('sign_in_expired');
  const use = await findUse(userId, input);
  if (!use) return refuse(userId, input, tried.tries_left, visit);
  const entered = await inSharedTransaction(() => {
    attempt.markSuccessful();
    refund();
    return finish(userId, token_hash, use, input, visit);
  });
  countSignIn('succeeded');
  log.info({ event: 'sign_in', user: userId, address: visit.address });
  return entered;
}

function finish(userId: string, token_hash: Buffer, use: Use, input: SecondFactorInput, visit: Visit): SessionUser {
  if (deletePending().run({ token_hash }).changes === 0) throw new AppError('sign_in_expired');
  const account = selectAccount().get({ id: userId });
  if (!account) throw new AppError('sign_in_expired');
  const refusal = findSignInRefusal(account);
  if (refusal) throw new AppError(refusal);
  // The rollback restores the pending row for the next try.
  if (!use()) throw new AppError('invalid_code', describeWrongCode(input));
  const actor = { id: userId, email: account.email, address: visit.address };
  recordAudit({ type: 'sign_in', actor, to: input.code === undefined ? 'recovery' : 'totp' });
  clearPendingSignIn(visit.cookies);
  return beginSession(visit, userId);
}

async function refuse(userId: string, input: SecondFactorInput, triesLeft: number, visit: Visit): Promise<never> {
  const { email = '' } = selectAccount().get({ id: userId }) ?? {};
  await inSharedTransaction(() => {
    const subject = { id: userId, email };
    recordAttempt({ type: 'sign_in_failed', actor: null, subject, to: 'invalid_code', address: visit.address }, true);
    // Whoever got this far knows the password.
    if (triesLeft === 0) enqueueMail({ template: 'second_factor_failed', user_id: userId });
  });
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', reason: 'invalid_code', address: visit.address });
  if (triesLeft === 0) throw new AppError('sign_in_expired');
  throw new AppError('invalid_code', describeWrongCode(input));
}
