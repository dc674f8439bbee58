import { encodeBase32NoPadding } from '@oslojs/encoding';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '~/shared/accounts/second-factor';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { query } from '../database/connection';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { deleteRecoveryCodes } from './second-factor-queries';

const selectRecoveryCode = query<[{ user_id: string; place: number }], { code_hash: string }>(
  'SELECT code_hash FROM recovery_codes WHERE user_id = :user_id AND place = :place AND used_at IS NULL',
);

const spendRecoveryCode = query<[{ user_id: string; place: number; code_hash: string; now: string }]>(
  `UPDATE recovery_codes SET used_at = :now
   WHERE user_id = :user_id AND place = :place AND code_hash = :code_hash AND used_at IS NULL`,
);

/** What uses up a recovery code, null if it is wrong or used. Throws AppError `busy`. */
export async function findUseOfRecovery(user_id: string, code: string): Promise<(() => boolean) | null> {
  const place = Number(code[0]);
  const { code_hash } = selectRecoveryCode().get({ user_id, place }) ?? {};
  if (!(await passwordMatches(code, code_hash)) || !code_hash) return null;
  return () => {
    const now = new Date().toISOString();
    if (spendRecoveryCode().run({ user_id, place, code_hash, now }).changes !== 1) return false;
    enqueueMail({ template: 'recovery_code_used', user_id });
    return true;
  };
}

/** Ten new codes, and the function that stores them, in the caller's transaction, in place of the former ones. */
type NewCodes = { codes: string[]; store: (userId: string) => void };

const insertRecoveryCode = query<[{ user_id: string; place: number; code_hash: string }]>(
  'INSERT INTO recovery_codes (user_id, place, code_hash) VALUES (:user_id, :place, :code_hash)',
);

/**
 * Makes ten codes of 50 random bits each. A plain hash would not protect so few (ASVS 6.5.2 asks for 112), so they are
 * hashed like passwords. Each begins with its place, so a try costs one such hash and not ten.
 * @throws {AppError} `busy` if too many hashes are waiting.
 */
export async function makeRecoveryCodes(): Promise<NewCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, place) => `${place}${randomPart()}`);
  const hashes: string[] = [];
  for (const code of codes) hashes.push(await hashPassword(code));
  return {
    // Grouped for reading and typing: '3-ABCDE-FGHIJ'.
    codes: codes.map((code) => `${code.slice(0, 1)}-${code.slice(1, 6)}-${code.slice(6)}`),
    store(user_id) {
      deleteRecoveryCodes().run({ user_id });
      for (const [place, code_hash] of hashes.entries()) insertRecoveryCode().run({ user_id, place, code_hash });
    },
  };
}

function randomPart(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(RECOVERY_CODE_LENGTH));
  return encodeBase32NoPadding(bytes).slice(0, RECOVERY_CODE_LENGTH - 1);
}
