import { Secret } from 'otpauth';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '~/shared/accounts/second-factor';
import { enqueueMail } from '../accounts/mails/enqueue-mail';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import {
  deleteRecoveryCodes,
  insertRecoveryCode,
  selectRecoveryCode,
  spendRecoveryCode,
} from './second-factor-queries';

/** Uses something up, in the caller's transaction; false if somebody else just did. */
export type Use = () => boolean;

/** What uses up a recovery code, null if it is wrong or used. Throws AppError `busy`. */
export async function findUseOfRecovery(user_id: string, code: string): Promise<Use | null> {
  const found = await findRecoveryCode(user_id, code);
  if (!found) return null;
  return () => {
    if (spendRecoveryCode().run({ user_id, ...found, now: new Date().toISOString() }).changes !== 1) return false;
    enqueueMail({ template: 'recovery_code_used', user_id });
    return true;
  };
}

/** Ten new codes, and the function that stores them, in the caller's transaction, in place of the former ones. */
type NewCodes = { codes: string[]; store: (userId: string) => void };

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
    codes: codes.map(groupCode),
    store(user_id) {
      deleteRecoveryCodes().run({ user_id });
      for (const [place, code_hash] of hashes.entries()) insertRecoveryCode().run({ user_id, place, code_hash });
    },
  };
}

function randomPart(): string {
  return new Secret({ size: RECOVERY_CODE_LENGTH }).base32.slice(0, RECOVERY_CODE_LENGTH - 1);
}

/** Grouped for reading and typing: '3-ABCDE-FGHIJ'. */
function groupCode(code: string): string {
  return `${code.slice(0, 1)}-${code.slice(1, 6)}-${code.slice(6)}`;
}

/** A code's stored row, if right and unused, else null, after the same time. Throws AppError `busy`. */
async function findRecoveryCode(userId: string, code: string): Promise<{ place: number; code_hash: string } | null> {
  const place = Number(code[0]);
  const stored = selectRecoveryCode().get({ user_id: userId, place });
  const matches = await passwordMatches(code, stored?.code_hash);
  return matches && stored ? { place, code_hash: stored.code_hash } : null;
}
