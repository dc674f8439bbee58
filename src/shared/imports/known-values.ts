import { LOST_REASONS, type LostReason } from '../leads/enums';
import { type Billing, PLANS } from '../leads/plans';
import { leadStrings } from '../strings/leads';
import { findCountry, findCountryWithin } from './countries';
import { fold } from './fold';
import type { ValueField } from './import';
import { REASON_WORDS, STATUS_OF, STATUS_WORDS, TYPE_OF, TYPE_WORDS } from './value-words';

/** Ways people write 'nothing'. */
const NOTHING =
  /^(?:-+|\.+|n\/?[ad]|s\/?[dn]|0+|null|none|no tiene|sin (?:datos?|telefono|teléfono|email|mail|correo|responsable|asignar))$/i;

export function isBlankValue(text: string): boolean {
  return text === '' || NOTHING.test(text);
}

/** Whether a cell of a name names nobody. 'Null', 'Na' and 'None' are surnames, unless written as a program does. */
export function isBlankName(text: string, others: readonly string[]): boolean {
  if (!isBlankValue(text)) return false;
  const isShouted = text === text.toUpperCase();
  const isAmongShouted =
    isShouted && others.some((one) => one !== text && /\p{Lu}{2}/u.test(one) && one === one.toUpperCase());
  return !/^\p{L}+$/u.test(text) || !(isAmongShouted || /^\p{Lu}\p{Ll}+$/u.test(text));
}

/** A text's guessed meaning; null: none found. `isSure`: an exact name; otherwise somebody has to confirm. */
type Guess = { value: string | null; isSure: boolean };
type Person = { id: string; name: string; email?: string | undefined };

const sure = (value: string | null): Guess => ({ value, isSure: true });
const guess = (value: string | null | undefined): Guess => ({ value: value ?? null, isSure: false });

/** Guesses what a text means in this field's column. `staff`: possible owners. */
export function guessValue(field: ValueField, text: string, staff: readonly Person[]): Guess {
  if (isBlankValue(text.trim())) return sure(null);
  // Stages are often numbered.
  const folded = fold(text).replace(/^\d+ (?=\D)/, '');
  if (field === 'owner') return guessOwner(text, staff);
  if (field === 'pais') {
    const country = findCountry(folded);
    return country ? sure(country) : guess(findCountryWithin(folded) ?? 'Otro');
  }
  if (field === 'plan') return guessPlan(folded);
  const known = field === 'estado' ? STATUS_OF.get(folded) : TYPE_OF.get(folded);
  if (known) return sure(known);
  const rules: readonly (readonly [string | null, RegExp])[] = field === 'estado' ? STATUS_WORDS : TYPE_WORDS;
  const found = rules.find(([, words]) => words.test(folded))?.[0];
  return guess(found ?? (field === 'client_type' ? 'otros' : null));
}

const CATCH_ALL: readonly (string | null)[] = ['Otro', 'otros'];

/** Whether a text says more than the value that was chosen for it: no value, 'Otro', or one of its words. */
export function saysMore(field: ValueField, text: string, value: string | null): boolean {
  if (value === null) return true;
  if (field === 'estado' || field === 'owner') return false;
  return CATCH_ALL.includes(value) ? !/^otr[oa]s?$|^others?$/.test(fold(text)) : !guessValue(field, text, []).isSure;
}

/** Whether a status says no more than 'open', so that a stage beside it says more. */
export function isGenericOpen(text: string): boolean {
  return /^(?:open|abiert[oa]|abert[oa]|activ[oa]|active|en curso|ongoing|in progress)$/.test(fold(text));
}

function guessPlan(folded: string): Guess {
  const words = folded.replace(/^plan /, '');
  const names = (plan: (typeof PLANS)[number]) => [fold(plan.id), fold(plan.name)];
  const known = PLANS.find((plan) => names(plan).includes(words));
  if (known) return sure(known.id);
  const alike = PLANS.filter((plan) =>
    names(plan).some((name) => ` ${words} `.includes(` ${name} `) || ` ${name} `.includes(` ${words} `)),
  );
  return guess(alike.length === 1 ? alike[0]?.id : null);
}

/** By name or email, or by part of a name if only one person has it. */
function guessOwner(text: string, staff: readonly Person[]): Guess {
  const email = text.split(/[\s<>(),;]/).find((part) => part.includes('@'));
  const byEmail = email && staff.find((one) => one.email?.toLowerCase() === email.toLowerCase());
  if (byEmail) return sure(byEmail.id);
  const folded = fold(email ? text.replace(email, '') : text);
  const named = staff.filter(({ name }) => fold(name) === folded);
  if (named.length === 1) return sure(named[0]?.id ?? null);
  if (named.length > 1 || folded === '') return guess(null);
  const words = folded.split(' ');
  const isPart = (some: string[], all: string[]) => some.every((word) => all.includes(word));
  const alike = staff.filter(({ name }) => {
    const own = fold(name).split(' ');
    return isPart(words, own) || isPart(own, words);
  });
  return guess(alike.length === 1 ? alike[0]?.id : null);
}

/** The reason a lead was lost, from free text; null if it is no known one. */
export function readLostReason(text: string): LostReason | null {
  const folded = fold(text);
  return findLostReason(folded) ?? REASON_WORDS.find(([, words]) => words.test(folded))?.[0] ?? null;
}

function findLostReason(folded: string): LostReason | undefined {
  if (/^(?:otr[oa]s?|others?|outr[oa])$/.test(folded)) return 'otro';
  return LOST_REASONS.find((one) => folded === fold(one) || folded === fold(leadStrings.lostReasons[one]));
}

/** Whether a text is a reason's name, and no sentence about it. */
export function isLostReason(text: string): boolean {
  return findLostReason(fold(text)) !== undefined;
}

/** Billing period from free text; null if it names none. */
export function readBilling(text: string): Billing | null {
  const folded = fold(text);
  if (/\b(?:anual|annual|annually|yearly|ano|year|12 meses)\b/.test(folded)) return 'anual';
  return /\b(?:mensual|mensal|monthly|mes|month)\b/.test(folded) ? 'mensual' : null;
}
