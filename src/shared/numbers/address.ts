import { ME } from '../leads/filters';
import { leadFiltersSchema } from '../leads/schema';
import { numberErrors } from '../strings/number-errors';
import { DIMENSIONS, type Dimension } from './dimensions';

/** What the page's address says besides the days. Empty: everybody, the reader's own zone, the usual crossing. */
export type Kept = { persona: string; tz: string; filas: string; columnas: string };

/** The page's address with these, without those that are empty. */
export function numbersPath(params: Record<string, string>): string {
  const said = Object.entries(params).filter(([, value]) => value !== '');
  return said.length === 0 ? '/panel/numeros' : `/panel/numeros?${new URLSearchParams(said)}`;
}

/** Whose numbers alone the address asks for: a user's id or `none`; empty for everybody's. */
export function readPerson(params: URLSearchParams): string {
  const asked = leadFiltersSchema.shape.owner.safeParse(params.get('persona') ?? '');
  return !asked.success || asked.data === ME ? '' : (asked.data ?? '');
}

export type AskedCrossing = { rows: Dimension; columns: Dimension; fault: string | undefined };

const USUAL_ROWS: Dimension = 'source';
const USUAL_COLUMNS: Dimension = 'owner';

/** What the address crosses with what; where it names the same twice, the second is another one and `fault` says so. */
export function readCrossing(params: URLSearchParams): AskedCrossing {
  const read = (name: string) => DIMENSIONS.find((dimension) => dimension === params.get(name));
  const rows = read('filas') ?? (read('columnas') === USUAL_ROWS ? USUAL_COLUMNS : USUAL_ROWS);
  const columns = read('columnas') ?? (rows === USUAL_COLUMNS ? USUAL_ROWS : USUAL_COLUMNS);
  if (rows !== columns) return { rows, columns, fault: undefined };
  const other = rows === USUAL_COLUMNS ? USUAL_ROWS : USUAL_COLUMNS;
  return { rows, columns: other, fault: numberErrors.sameDimension };
}
