import { fold } from '~/shared/imports/fold';
import type { Lead } from '~/shared/leads/lead';
import type { PersonKeys } from './contact-keys';

export type Named = PersonKeys & Pick<Lead, 'nombre' | 'whatsapp'>;
/** A lead, as far as it is compared. */
export type Candidate = Named & Pick<Lead, 'id'>;

/**
 * Whether two who share an email or a number may be two people: they have other names and, where both say one, another
 * second key. Families and offices share an address, and many people without one are written down with the same.
 */
export function mayBeOther(one: Named, other: Named): boolean {
  const hasOtherEmail = one.email_key !== null && other.email_key !== null && one.email_key !== other.email_key;
  return (hasOtherEmail || hasOtherNumber(one, other)) && !mayShareName(one.nombre, other.nombre);
}

/** Of those who share a key with somebody, newest first: the likeliest to be the same person; or none of them is. */
export function chooseSame<Someone extends Named>(
  person: Named,
  candidates: readonly Someone[],
  isSure: (one: Someone) => boolean = () => false,
): Someone | null {
  let best: Someone | null = null;
  let most = -1;
  for (const one of candidates) {
    if (mayBeOther(person, one)) continue;
    const shared = KEYS.filter((key) => person[key] !== null && person[key] === one[key]).length;
    const likeness = (isSure(one) ? 4 : 0) + shared + (mayShareName(person.nombre, one.nombre) ? 1 : 0);
    if (likeness > most) [best, most] = [one, likeness];
  }
  return best;
}

const KEYS = ['email_key', 'phone_key'] as const;

/** How many last digits are a number without its country and area. */
const LOCAL_DIGITS = 8;

/** A number has no key where its country is unknown: then its last digits count, as far as both write them. */
function hasOtherNumber(one: Named, other: Named): boolean {
  if (one.phone_key !== null && other.phone_key !== null) return one.phone_key !== other.phone_key;
  const [its = '', others = ''] = [one, other].map(({ phone_key, whatsapp }) =>
    (phone_key ?? whatsapp ?? '').replace(/\D/g, '').slice(-LOCAL_DIGITS),
  );
  return !its.endsWith(others) && !others.endsWith(its);
}

/** 'Ana', 'Paz, Ana' and 'ANA M. PAZ' may all be 'Ana María Paz'. Somebody without a name may be anybody. */
function mayShareName(one: string, other: string): boolean {
  const [few = [], many = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  return few.every((word) => many.some((its) => its === word || isInitial(word, its) || isInitial(its, word)));
}

const isInitial = (letter: string, word: string) => letter.length === 1 && word.startsWith(letter);

const MAX_REMEMBERED = 5000;
const words = new Map<string, string[]>();

/**
 * Whoever had no name is called by their email or number, which tells nobody from another. Remembered, because where
 * thousands share a key the same names are compared again and again.
 */
function wordsOf(nombre: string): string[] {
  const known = words.get(nombre);
  if (known) return known;
  const found = nombre.includes('@') || !/\p{L}/u.test(nombre) ? [] : fold(nombre).split(' ');
  if (words.size === MAX_REMEMBERED) words.clear();
  words.set(nombre, found);
  return found;
}
