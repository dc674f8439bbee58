import { COUNTRY_CODES } from '../leads/country-codes';
import type { LeadCountry } from '../leads/lead';
import type { DialledCountry } from '../leads/phone';
import { fold } from './fold';

/** What no list of countries has: other names, three letters, and towns whose country nobody doubts. */
const OTHER_NAMES: Record<DialledCountry, string> = {
  Argentina: 'arg|republica argentina|buenos aires|caba|capital federal',
  Chile: 'chl|chi|santiago de chile',
  Colombia: 'col|bogota|medellin|cali|barranquilla',
  México: 'mex|mejico|estados unidos mexicanos|cdmx|ciudad de mexico|monterrey',
  Perú: 'per|lima',
  Uruguay: 'ury|uru|montevideo|punta del este',
  España: 'esp|madrid|barcelona|sevilla|malaga',
  Paraguay: 'pry|par|asuncion',
  Bolivia: 'bol|santa cruz de la sierra',
};
const DIALLED = Object.keys(COUNTRY_CODES) as DialledCountry[];
const LANGUAGES = ['es', 'en', 'pt'].map(
  (name) => new Intl.DisplayNames(name, { type: 'region', fallback: 'none' }),
);
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let countries: Map<string, LeadCountry> | undefined;

/** Every country's names and code; those that are not in the list are 'Otro'. Made when it is first asked for. */
function countriesByName(): Map<string, LeadCountry> {
  if (countries) return countries;
  countries = new Map([['otro', 'Otro']]);
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    const country = DIALLED.find((name) => COUNTRY_CODES[name] === code) ?? 'Otro';
    for (const language of LANGUAGES) {
      const name = language.of(code);
      if (name) countries.set(fold(name), country).set(code.toLowerCase(), country);
    }
  }
  for (const name of DIALLED)
    for (const other of [name, ...OTHER_NAMES[name].split('|')]) countries.set(fold(other), name);
  return countries;
}

/** The country that a folded text names: of one that is not in the list 'Otro'; undefined where it names none. */
export function countryCalled(folded: string): LeadCountry | undefined {
  return countriesByName().get(folded);
}

/** The country in whose town somebody says to be, or that is named beside other words. */
export function countryWithin(folded: string): DialledCountry | undefined {
  return DIALLED.find((name) =>
    [fold(name), ...OTHER_NAMES[name].split('|')].some(
      (one) => one.length > 3 && ` ${folded} `.includes(` ${one} `),
    ),
  );
}
