import { crmStrings } from '~/shared/strings/crm';
import { passwordStrings } from '~/shared/strings/passwords';
import { AppError } from '../app-error';
import { once } from '../process/once';
import { spanishPasswords } from './spanish-passwords';

/** So many characters beyond a name or the product's make a password of one's own. */
const OWN_PART = 6;

/**
 * The fifty thousand passwords that leak most, and what Spanish speakers and this trade add to them. Most days nobody
 * chooses a password: they are read when somebody first does.
 */
const commonPasswords = once(async () => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set([...(dictionary['passwords-common'] as string[]), ...spanishPasswords].map(fold));
});

/** Lower case without accents: 'Contraseña' and 'contrasena' are one guess. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * Refuses a new password that is easily guessed: among the commonest, or little more than the product's name, the
 * person's name or email. Nothing is asked of its composition.
 * @throws {AppError} `invalid`, with the reason at the field `password`.
 */
export async function requireGoodPassword(
  password: string,
  { email, name, minLength }: { email: string; name: string; minLength: number },
): Promise<void> {
  const reason = await findWeakness(password, { email, name, minLength });
  if (reason) throw new AppError('invalid', { message: reason, fields: { password: reason } });
}

async function findWeakness(
  password: string,
  { email, name, minLength }: { email: string; name: string; minLength: number },
): Promise<string | null> {
  if (password.length < minLength) return passwordStrings.tooShort(minLength);
  const folded = fold(password);
  if ((await commonPasswords()).has(folded) || new Set(folded).size === 1) return passwordStrings.common;
  const { brand } = crmStrings;
  if (saysLittleMoreThan(folded, [brand, brand.replaceAll(' ', '')])) return passwordStrings.productNamed;
  const own = [email, ...email.split('@'), name, ...name.split(/\s+/)];
  if (saysLittleMoreThan(folded, own)) return passwordStrings.personal;
  return null;
}

function saysLittleMoreThan(folded: string, words: string[]): boolean {
  return words
    .map(fold)
    .filter((word) => word.length >= 4)
    .some((word) => folded.includes(word) && folded.replaceAll(word, '').length < OWN_PART);
}
