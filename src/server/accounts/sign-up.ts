import { type SignUp, STAFF_PASSWORD_LENGTH, type VerifyEmail } from '~/shared/accounts/schema';
import { passwordStrings } from '~/shared/strings/accounts/accounts';
import { AppError, errorAt } from '../app-error';
import { recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import type { Visit } from '../http/visit';
import { requireGoodPassword } from '../passwords/password-strength';
import { hashPassword, passwordMatches, requireRoomToHash } from '../passwords/passwords';
import { completeSignIn } from '../second-factor/second-step';
import { findSignInRefusal } from '../sessions/sessions';
import { selectAccount, selectEmailTaken } from './account-queries';
import { enqueueMail } from './mails/enqueue-mail';
import { limitLinkHashes, limitStrangersMails } from './mails/mail-limits';
import { addUser } from './new-user';
import { findLink, redeem } from './one-time-tokens';
import { SIGN_UP, type SignUpRow } from './sign-up-queries';

/** How long a sign-up awaits verification. Each mailed link is valid for 24 hours. */
const SIGN_UP_VALID_MS = 7 * 24 * 60 * 60 * 1000;

const insertSignUp = query<[SignUpRow & { expires_at: string; created_at: string }]>(
  `INSERT INTO sign_ups (id, email, name, password_hash, expires_at, created_at)
   VALUES (:id, :email, :name, :password_hash, :expires_at, :created_at)`,
);

/**
 * Stores a sign-up. Until its mailbox is verified it makes no account, reserves nothing and is not audited. Whether the
 * email has an account is looked up only when the mail is written, so the answer does not reveal it.
 * @throws {AppError} `signup_closed`; `invalid` for a password that is easily guessed; `too_many`; `busy`.
 */
export async function signUp({ email, password, name }: SignUp, clientAddress: string): Promise<void> {
  if (getSettings().SIGNUP_POLICY === 'closed') throw new AppError('signup_closed');
  const calledName = name ?? email.split('@')[0] ?? email;
  await requireGoodPassword(password, { email, name: calledName, minLength: STAFF_PASSWORD_LENGTH });
  await requireRoomToHash('stranger');
  await limitStrangersMails('sign-up', email, clientAddress);
  const password_hash = await hashPassword(password, 'stranger');
  await inSharedTransaction(() => {
    const id = crypto.randomUUID();
    const now = Date.now();
    insertSignUp().run({
      id,
      email,
      name: calledName,
      password_hash,
      expires_at: new Date(now + SIGN_UP_VALID_MS).toISOString(),
      created_at: new Date(now).toISOString(),
    });
    enqueueMail({ template: 'verify_email', sign_up_id: id });
  });
}

const selectActiveAdminIds = query<[], { id: string }>(
  `SELECT profiles.id FROM user_roles JOIN profiles ON profiles.id = user_roles.user_id
   WHERE user_roles.role = 'admin' AND profiles.status = 'active'`,
);

const selectSignUp = query<[{ id: string }], SignUpRow>(`${SIGN_UP} WHERE id = :id`);

/**
 * Makes the account of a sign-up. The link proves that the caller owns the mailbox; the password proves that they made
 * this sign-up, so nobody can choose a password for somebody else. Of several sign-ups with one email, the first
 * verified wins. If approval is needed, administrators get a mail; otherwise the user is signed in.
 * @throws {AppError} `token_invalid`; `invalid` with the reason at `password`; `too_many`; `busy`.
 */
export async function verifyEmail({ token, password }: VerifyEmail, visit: Visit): Promise<void> {
  const signUp = selectSignUp().get({ id: findLink('verify', token)?.sign_up_id ?? '' });
  if (!signUp) throw new AppError('token_invalid');
  await limitLinkHashes(visit.address);
  if (!(await passwordMatches(password, signUp.password_hash, 'stranger')))
    throw errorAt('password', passwordStrings.notOfSignUp);
  const { email, name, password_hash } = signUp;
  await inSharedTransaction(() => {
    redeem('verify', token);
    if (selectEmailTaken().get({ email })?.found) throw new AppError('token_invalid');
    const status = getSettings().SIGNUP_POLICY === 'open' ? 'active' : 'pending';
    const id = addUser({ email, name, password_hash, status });
    recordAudit({ type: 'email_verified', actor: { id, email, address: visit.address } });
    if (status === 'pending') {
      for (const admin of selectActiveAdminIds().all()) {
        enqueueMail({ template: 'awaiting_approval', user_id: admin.id, applicant_id: id });
      }
    }
    const account = selectAccount().get({ id });
    if (account && findSignInRefusal(account) === null) completeSignIn(visit, id);
  });
}
