import type { ClientType } from '~/shared/leads/enums';
import { PLANS } from '~/shared/leads/plans';
import type { DialledCountry } from '~/shared/phones/numbering';
import { type Dice, itemAt } from './dice';
import { CITIES, CLOSINGS, MESSAGES, OPENINGS, ORIGIN_NOTES, SECOND_ENQUIRIES } from './words/enquiries';
import { BUSINESS_NAMES, FIRST_NAMES, LAST_NAMES, LOCALES, MOBILES, REGIONS } from './words/names';
import { NOTES, type NoteName } from './words/notes';

/** A made-up person, and what the team will learn about them. */
export type Person = {
  nombre: string;
  email: string;
  whatsapp: string | null;
  pais: DialledCountry;
  client_type: ClientType;
  empresa: string | null;
  /** Whether they say whom they write for. */
  isOpen: boolean;
  plan: string;
  /** Values for the placeholders in their texts. */
  words: Record<string, string>;
  /** Index of their message among those of their kind. */
  topic: number;
};

const TYPES: [type: ClientType, weight: number][] = [
  ['inmobiliaria', 58],
  ['profesional', 20],
  ['constructora', 12],
  ['otros', 10],
];
/** Percentage of each kind that wants each plan, in selling order. */
const WISHES: Record<ClientType, number[]> = {
  profesional: [45, 30, 20, 5],
  inmobiliaria: [5, 22, 43, 30],
  constructora: [0, 10, 35, 55],
  otros: [40, 30, 20, 10],
};
/** Rare surnames make few agency names; after this many tries, two share one, as in life. */
const MAX_TRIES = 50;
const DECIDERS = [
  'su socia',
  'su socio',
  'el dueño',
  'la dueña',
  'la gerencia',
  'el contador',
  'su hermano',
  'su hija',
];

/** Makes people with unique names. */
export function makePeople(): (dice: Dice, pais: DialledCountry, type?: ClientType) => Person {
  const taken = new Set<string>();
  const unused = (make: () => string): string => {
    let made = make();
    for (let tries = 0; tries < MAX_TRIES && taken.has(made); tries++) made = make();
    taken.add(made);
    return made;
  };
  return (dice, pais, type = dice.weigh(TYPES, ([, weight]) => weight)[0]) => {
    const surnames = LAST_NAMES[REGIONS[pais]];
    const nombre = unused(() => {
      const second = dice.chance(0.06) ? ` ${dice.pick(surnames)}` : '';
      return `${dice.pick(FIRST_NAMES)} ${dice.pick(surnames)}${second}`;
    });
    const surname = nombre.split(' ')[1] ?? nombre;
    const empresa =
      type === 'otros' || dice.chance(type === 'profesional' ? 0.7 : 0.1)
        ? null
        : unused(() =>
            dice
              .pick(BUSINESS_NAMES[type])
              .replace('{n}', dice.chance(0.8) ? surname : dice.pick(surnames))
              .replace('{l}', dice.pick(LOCALES)),
          );
    return {
      nombre,
      email: unused(() => emailOf(nombre, empresa, dice)),
      whatsapp: dice.chance(0.05) ? null : mobileOf(pais, dice),
      pais,
      client_type: type,
      isOpen: dice.chance(0.85),
      empresa,
      plan: dice.weigh(PLANS, (plan) => WISHES[type][PLANS.indexOf(plan)] ?? 0).id,
      words: {
        nombre: nombre.split(' ')[0] ?? nombre,
        ciudad: dice.pick(CITIES[pais] ?? [pais]),
        socio: dice.pick(DECIDERS),
        vendedores: String(dice.whole(2, 14)),
        alquileres: String(dice.whole(3, 28) * 5),
      },
      topic: dice.whole(0, MESSAGES[type].length - 1),
    };
  };
}

/** An address under a domain that receives no mail: the agency's own, or a common provider's. */
function emailOf(nombre: string, empresa: string | null, dice: Dice): string {
  const [first = '', last = ''] = plain(nombre).split(' ');
  const host =
    empresa && dice.chance(0.6)
      ? plain(empresa)
          .replace(/[^a-z]/g, '')
          .slice(0, 18)
      : 'correo';
  const name = dice.pick([`${first}.${last}`, `${first}${last}`, `${first[0]}${last}`, `${last}.${first}`]);
  const number = host === 'correo' && dice.chance(0.35) ? dice.whole(1, 99) : '';
  return `${host === 'correo' || dice.chance(0.7) ? `${name}${number}` : dice.pick(['info', 'ventas', first])}@${host}.example.com`;
}

export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

function mobileOf(pais: DialledCountry, dice: Dice): string {
  const [start, digits] = dice.pick(MOBILES[pais]);
  // No country's mobile numbers continue with 0 or 1 here.
  const rest = Array.from({ length: digits }, (_, place) => dice.whole(place === 0 ? 4 : 0, place === 0 ? 6 : 9));
  return start + rest.join('');
}

/** An enquiry, or a repeat one for somebody who has written before. */
export function writeMessage(person: Person, dice: Dice, isAgain = false): string {
  const text = isAgain ? dice.pick(SECOND_ENQUIRIES) : itemAt<string>(MESSAGES[person.client_type], person.topic);
  const opening = isAgain ? '' : dice.pick(OPENINGS);
  const begins = opening.endsWith(', ')
    ? text.replace(/^[¿¡]?\p{Lu}(?=\p{Ll})/u, (letter) => letter.toLowerCase())
    : text;
  return fill(
    opening + begins + dice.pick(person.client_type === 'otros' ? ['', ' Gracias.', ' Saludos.'] : CLOSINGS),
    person.words,
  );
}

/** How the team heard of a lead it entered itself. */
export function writeOriginNote(person: Person, dice: Dice): string {
  return fill(dice.pick(ORIGIN_NOTES), person.words);
}

/** A note on what has happened; `dia` says when they talk again. */
export function writeNote(name: NoteName, person: Person, dia: string, dice: Dice): string {
  const all: readonly string[] = NOTES[name];
  const plan = PLANS.find(({ id }) => id === person.plan)?.name ?? '';
  const text = name === 'no_fit' ? itemAt(all, person.topic) : dice.pick(all);
  return fill(text, { ...person.words, plan, dia });
}

function fill(text: string, words: Record<string, string>): string {
  const filled = text.replace(/\{(\w+)\}/g, (_, name: string) => words[name] ?? '');
  return filled.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase());
}
