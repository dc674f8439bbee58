import { Secret } from 'otpauth';
import { RECOVERY_CODE_LENGTH, RECOVERY_CODES } from '~/shared/accounts/second-factor';
import { hashPassword, passwordMatches } from '../passwords/passwords';
import { deleteRecoveryCodes, insertRecoveryCode, selectRecoveryCode } from './second-factor-queries';

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
      for (const [place, code_hash] of hashes.entries())
        insertRecoveryCode().run({ user_id, place, code_hash });
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

/**
 * The stored row of somebody's code if it is right and unused, else null. Takes the same time either way.
 * @throws {AppError} `busy`.
 */
export async function findRecoveryCode(
  userId: string,
  code: string,
): Promise<{ place: number; code_hash: string } | null> {
  const place = Number(code[0]);
  const stored = selectRecoveryCode().get({ user_id: userId, place });
  const matches = await passwordMatches(code, stored?.code_hash);
  return matches && stored ? { place, code_hash: stored.code_hash } : null;
}
