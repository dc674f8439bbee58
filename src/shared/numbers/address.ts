import { ME } from '../leads/enums';
import { leadFiltersSchema } from '../leads/schema';
import { numberErrors } from '../strings/numbers';
import { DIMENSIONS, type Dimension } from './schema';

/** The page's query besides the days. Empty values: everybody, the reader's zone, the default crossing. */
export type KeptParams = { persona: string; tz: string; filas: string; columnas: string };

/** The page's URL with these parameters; empty ones are dropped. */
export function numbersPath(params: Record<string, string>): string {
  const said = Object.entries(params).filter(([, value]) => value !== '');
  return said.length === 0 ? '/panel/numeros' : `/panel/numeros?${new URLSearchParams(said)}`;
}

/** The user id or `none` whose numbers the URL asks for; empty for everybody. */
export function readPerson(params: URLSearchParams): string {
  const asked = leadFiltersSchema.shape.owner.safeParse(params.get('persona') ?? '');
  return !asked.success || asked.data === ME ? '' : (asked.data ?? '');
}

export type AskedCrossing = { rows: Dimension; columns: Dimension; fault: string | undefined };

const DEFAULT_ROWS: Dimension = 'source';
const DEFAULT_COLUMNS: Dimension = 'owner';

/** The dimensions the URL crosses; if both are the same, the second is replaced and `fault` says so. */
export function readCrossing(params: URLSearchParams): AskedCrossing {
  const read = (name: string) => DIMENSIONS.find((dimension) => dimension === params.get(name));
  const rows = read('filas') ?? (read('columnas') === DEFAULT_ROWS ? DEFAULT_COLUMNS : DEFAULT_ROWS);
  const columns = read('columnas') ?? (rows === DEFAULT_COLUMNS ? DEFAULT_ROWS : DEFAULT_COLUMNS);
  if (rows !== columns) return { rows, columns, fault: undefined };
  const other = rows === DEFAULT_COLUMNS ? DEFAULT_ROWS : DEFAULT_COLUMNS;
  return { rows, columns: other, fault: numberErrors.sameDimension };
}
