import { readSite } from './content-modules.ts';
import { ageOfRates, nameDay, RATES_OLD_AFTER_DAYS, RATES_SHOWN_FOR_DAYS } from './figures.ts';
import type { Content } from './files.ts';

/** Numbers that nobody has: of the United States, with 555-01. */
const INVENTED_NUMBER = /^\+1\d{3}55501\d\d$/;
const EXAMPLE_HOST = /[@/.]example\.(com|net|org)\b/;
/** A claim that somebody must have counted. */
const COUNTED = /\+ ?\d|\d ?%/;

const list = (items: readonly string[]) => new Intl.ListFormat('es').format(items);
const quote = (texts: readonly string[]) => list(texts.map((text) => `«${text}»`));

function describeRates({ cambio }: Content['site'], today: Date): string | undefined {
  if (!cambio) return undefined;
  const days = ageOfRates(cambio, today);
  const age = `las monedas de "cambio" son del ${nameDay(cambio.fecha)}, hace ${days} días`;
  if (days >= RATES_SHOWN_FOR_DAYS) return `${age}: con un año o más solo se muestran dólares`;
  if (days > RATES_OLD_AFTER_DAYS) return `${age}: actualizalas con su fecha`;
  return cambio.ejemplo ? 'las monedas de "cambio" son de ejemplo' : undefined;
}

/** What of each file is missing, made up or out of date, as far as the files themselves tell. */
function findUnfinished({ site, frame }: Content, today: Date): [file: string, sentence: string][] {
  const examples = (['email', 'academia', 'portal'] as const).filter((field) => EXAMPLE_HOST.test(site[field]));
  const unsourced = site.cifras.filter(
    (claim) => COUNTED.test(claim) && !site.fuentes?.some(({ cifra }) => cifra === claim),
  );
  const nowhere = frame.pie.columnas.flatMap(({ enlaces }) =>
    enlaces.filter(({ destino }) => destino === '#').map(({ texto }) => texto),
  );
  const found: [file: string, sentence: string | false | undefined][] = [
    ['site', !site.empresa && 'falta "empresa": razón social, domicilio e identificación fiscal'],
    ['site', site.whatsapp && INVENTED_NUMBER.test(site.whatsapp.numero) && 'el número de "whatsapp" es inventado'],
    ['site', examples.length > 0 && `de example.com: ${list(examples)}`],
    ['site', unsourced.length > 0 && `${quote(unsourced)}: falta de dónde sale, en "fuentes"`],
    ['site', describeRates(site, today)],
    ['frame', nowhere.length > 0 && `${quote(nowhere)}: en el pie, "#" no lleva a ninguna página`],
  ];
  return found.filter((one): one is [string, string] => typeof one[1] === 'string');
}

/** One list for editors of what to complete before publishing; undefined when nothing is. */
export function describeUnfinished(content: Content, today: Date): string | undefined {
  const found = findUnfinished(content, today);
  if (found.length === 0) return undefined;
  return `Antes de publicar:\n${found.map(([file, sentence]) => `  - src/content/${file}.yaml: ${sentence}.`).join('\n')}`;
}

/** The same of the files as they are now. */
export async function describeUnfinishedFiles(): Promise<string | undefined> {
  return describeUnfinished(await readSite(), new Date());
}
