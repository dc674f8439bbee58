import type { SessionUser } from '~/shared/accounts/account';
import type { SecondFactor, SecondFactorInput } from '~/shared/accounts/second-factor';
import { secondFactorStrings } from '~/shared/strings/accounts/second-factor';
import { type AccountRow, selectAccount } from '../accounts/account-queries';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { AppError } from '../app-error';
import { recordAttempt, recordAudit } from '../audit/audit';
import { unlessFull } from '../database/full-disk';
import { inSharedTransaction } from '../database/group-commit';
import { type Cookies, ownCookie } from '../http/cookies';
import type { Visit } from '../http/visit';
import { log } from '../log';
import { countSignIn } from '../metrics/metrics';
import { addressKey } from '../net/client-address';
import { admitAttempt } from '../rate-limit/guess-throttle';
import { consumePoint } from '../rate-limit/rate-limit';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { acceptInMemory } from '../sessions/held-sessions';
import { beginSession, beginSessionInMemory, findSignInRefusal } from '../sessions/sessions';
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

/** First steps taken on a full disk, by their token's hash: this process's memory is all that has them. */
const heldPending = new Map<string, { user_id: string; password_hash: string; expires_at: string }>();

/** `completeSignIn` on a full disk. `alongside` is stored with the session, once there is room. */
export function completeSignInInMemory(visit: Visit, id: string, alongside: () => void): SignInResult {
  const ways = listSecondFactors(id);
  if (ways.length === 0) return { user: beginSessionInMemory(visit, id, alongside) };
  const now = Date.now();
  for (const [key, { expires_at }] of heldPending) if (Date.parse(expires_at) <= now) heldPending.delete(key);
  const token = makeToken();
  heldPending.set(hashToken(token).toString('hex'), {
    user_id: id,
    password_hash: selectAccount().get({ id })?.password_hash ?? '',
    expires_at: new Date(now + PENDING_SECONDS * 1000).toISOString(),
  });
  pendingCookie.set(visit.cookies, token, PENDING_SECONDS);
  return { second_factor: ways };
}

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
  const entered = await unlessFull(
    () =>
      inSharedTransaction(() => {
        attempt.markSuccessful();
        refund();
        return finish(userId, token_hash, use, input, visit);
      }),
    () => finishInMemory(userId, use, input, visit),
  );
  countSignIn('succeeded');
  log.info({ event: 'sign_in', user: userId, address: visit.address });
  return entered;
}

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

function finish(userId: string, token_hash: Buffer, use: Use, input: SecondFactorInput, visit: Visit): SessionUser {
  const isHeld = heldPending.delete(token_hash.toString('hex'));
  if (!isHeld && deletePending().run({ token_hash }).changes === 0) throw new AppError('sign_in_expired');
  const account = requireAdmitted(userId);
  // The rollback restores the pending row for the next try.
  if (!use()) throw new AppError('invalid_code', describeWrongCode(input));
  recordEntry(account, input, visit);
  clearPendingSignIn(visit.cookies);
  return beginSession(visit, userId);
}

function finishInMemory(userId: string, use: Use, input: SecondFactorInput, visit: Visit): SessionUser {
  const account = requireAdmitted(userId);
  const isAccepted = acceptInMemory(`${userId} ${input.code ?? input.recovery_code}`, use);
  if (!isAccepted) throw new AppError('invalid_code', describeWrongCode(input));
  clearPendingSignIn(visit.cookies);
  return beginSessionInMemory(visit, userId, () => {
    use();
    recordEntry(account, input, visit);
  });
}

function requireAdmitted(id: string): AccountRow {
  const account = selectAccount().get({ id });
  if (!account) throw new AppError('sign_in_expired');
  const refusal = findSignInRefusal(account);
  if (refusal) throw new AppError(refusal);
  return account;
}

function recordEntry({ id, email }: AccountRow, { code }: SecondFactorInput, { address }: Visit): void {
  recordAudit({ type: 'sign_in', actor: { id, email, address }, to: code === undefined ? 'recovery' : 'totp' });
}

async function refuse(userId: string, input: SecondFactorInput, triesLeft: number, visit: Visit): Promise<never> {
  const { email = '' } = selectAccount().get({ id: userId }) ?? {};
  const record = () => {
    const subject = { id: userId, email };
    recordAttempt({ type: 'sign_in_failed', actor: null, subject, to: 'invalid_code', address: visit.address }, true);
    // Whoever got this far knows the password.
    if (triesLeft === 0) enqueueMail({ template: 'second_factor_failed', user_id: userId });
  };
  await unlessFull(
    () => inSharedTransaction(record),
    () => {},
  );
  countSignIn('failed');
  log.warn({ event: 'sign_in_failed', reason: 'invalid_code', address: visit.address });
  if (triesLeft === 0) throw new AppError('sign_in_expired');
  throw new AppError('invalid_code', describeWrongCode(input));
}
