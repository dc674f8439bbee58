import type { LeadCountry } from '../leads/enums';
import { COUNTRY_CODES } from '../phones/country-codes';
import type { DialledCountry } from '../phones/numbering-plans';
import { fold } from './fold';

/** Names that `Intl.DisplayNames` does not know: other ones, three-letter codes, and well-known cities. */
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

/** The same for countries without a numbering plan here, by ISO code. */
const OTHER_REGIONS: Record<string, string> = {
  BR: 'bra',
  CR: 'cri',
  CU: 'cub',
  DO: 'dom|rep dominicana|rd',
  EC: 'ecu',
  GT: 'gtm',
  HN: 'hnd',
  NI: 'nic',
  PA: 'pan',
  PR: 'pri',
  SV: 'slv',
  US: 'usa|eeuu|ee uu|estados unidos de america|united states of america',
  VE: 'ven|republica bolivariana de venezuela',
};

let regions: Map<string, string> | undefined;

/** ISO codes of all countries by name and code. Built on first use. */
function regionsByName(): Map<string, string> {
  if (regions) return regions;
  regions = new Map();
  for (const code of LETTERS.flatMap((first) => LETTERS.map((second) => first + second))) {
    // `Intl.Locale` replaces former codes: 'UK' becomes 'GB'.
    const { region = code } = new Intl.Locale(`und-${code}`);
    for (const language of LANGUAGES) {
      const name = language.of(code);
      if (name) regions.set(fold(name), region).set(code.toLowerCase(), region);
    }
  }
  const others = DIALLED.map((name): [string, string] => [COUNTRY_CODES[name], `${name}|${OTHER_NAMES[name]}`]);
  for (const [region, names] of [...Object.entries(OTHER_REGIONS), ...others])
    for (const name of names.split('|')) regions.set(fold(name), region);
  return regions;
}

/** The ISO 3166 code of the country a folded text names; undefined if it names none. */
export function findRegion(folded: string): string | undefined {
  return regionsByName().get(folded);
}

/** The country a folded text names, 'Otro' if it is not in our list; undefined if it names none. */
export function findCountry(folded: string): LeadCountry | undefined {
  if (folded === 'otro') return 'Otro';
  const region = findRegion(folded);
  if (region === undefined) return undefined;
  return DIALLED.find((name) => COUNTRY_CODES[name] === region) ?? 'Otro';
}

/** The country that a text names among other words, or whose city it names. Codes do not count: 'per' is a word, too. */
export function findCountryWithin(folded: string): DialledCountry | undefined {
  return DIALLED.find((name) =>
    [fold(name), ...OTHER_NAMES[name].split('|')].some((one) => one.length > 3 && ` ${folded} `.includes(` ${one} `)),
  );
}
