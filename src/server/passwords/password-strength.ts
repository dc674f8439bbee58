import { passwordStrings } from '~/shared/strings/accounts/accounts';
import { crmStrings } from '~/shared/strings/crm';
import { errorAt } from '../app-error';
import { once } from '../process/once';
import { spanishPasswords } from './spanish-passwords';

/** Characters a password needs beyond the user's or the product's name. */
const OWN_PART = 6;

/**
 * The fifty thousand most leaked passwords, and common ones of Spanish speakers and this trade. Loaded at first use:
 * most days nobody chooses a password.
 */
const commonPasswords = once(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...(dictionary['passwords-common'] as string[]), ...spanishPasswords].map(fold));
});

/** Lower case without accents: 'Contraseña' and 'contrasena' are equal. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Refuses an easily guessed new password: a common one, or little more than the product's name, the user's name or
 * email. There are no rules about kinds of characters.
 * @throws {AppError} `invalid`, with the reason at the field `password`.
 */
export async function requireGoodPassword(
  password: string,
  { email, name, minLength }: { email: string; name: string; minLength: number },
): Promise<void> {
  const reason = await findWeakness(password, { email, name, minLength });
  if (reason) throw errorAt('password', reason);
}

async function findWeakness(
  password: string,
  { email, name, minLength }: { email: string; name: string; minLength: number },
): Promise<string | null> {
  if (password.length < minLength) return passwordStrings.tooShort(minLength);
  const folded = fold(password);
  if ((await commonPasswords()).has(folded) || new Set(folded).size === 1) return passwordStrings.common;
  const { brand } = crmStrings;
  if (isMostly(folded, [brand, brand.replaceAll(' ', '')])) return passwordStrings.productNamed;
  const own = [email, ...email.split('@'), name, ...name.split(/\s+/)];
  if (isMostly(folded, own)) return passwordStrings.personal;
  return null;
}

function isMostly(folded: string, words: string[]): boolean {
  return words
    .map(fold)
    .filter((word) => word.length >= 4)
    .some((word) => folded.includes(word) && folded.replaceAll(word, '').length < OWN_PART);
}
