import type { LeadCountry } from '../leads/enums';
import { COUNTRY_CODES } from '../phones/country-codes';
import type { DialledCountry } from '../phones/numbering';
import { fold } from './fold';

/** Not in any list of countries: other names, three-letter codes, and towns whose country is obvious. */
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
const LANGUAGES = ['es', 'en', 'pt'].map((name) => new Intl.DisplayNames(name, { type: 'region', fallback: 'none' }));
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];

let countries: Map<string, LeadCountry> | undefined;

/** Names and codes of all countries; those not in our list map to 'Otro'. Built on first use. */
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

/** The country a folded text names, 'Otro' if it is not in our list; undefined if it names none. */
export function findCountry(folded: string): LeadCountry | undefined {
  return countriesByName().get(folded);
}

/** The country of a town somebody gives, or a country named among other words. */
export function findCountryWithin(folded: string): DialledCountry | undefined {
  return DIALLED.find((name) =>
    [fold(name), ...OTHER_NAMES[name].split('|')].some((one) => one.length > 3 && ` ${folded} `.includes(` ${one} `)),
  );
}
