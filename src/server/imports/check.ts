import type { ImportCheck, ImportProblem } from '~/shared/imports/import';
import type { ImportCheckInput } from '~/shared/imports/schema';
import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { inSharedTransaction } from '../database/group-commit';
import { inTurn } from '../database/turns';
import { findSamePerson, listKeys, personKeys } from '../leads/person/same-person';
import { type ImportRow, selectFormerChoices, selectRows, setChecked } from './import-queries';
import { requireReady } from './imports';
import { makeReading, type StoredChoices } from './reading';
import { type DateOrder, makeOrderWatch } from './rows/dates';
import { fold } from './rows/heads';
import { makeRowReader } from './rows/read-row';

const AT_ONCE = 50;
const MOST_PROBLEMS = 200;
const MOST_REASONS = 50;
/** Each source has its own counters: a column with more of them is no source. */
const MOST_SOURCES = 50;

/**
 * Reads all rows of a file, in slices, as the import would, and says what would become of them; keeps the choices for the
 * import, and changes nothing else.
 * @throws {AppError} `not_found`; `conflict` if it was imported; `invalid`.
 */
export async function checkImport(id: number, input: ImportCheckInput, zone: string): Promise<ImportCheck> {
  const stored = requireReady(id);
  const columns: string[] = JSON.parse(stored.columns);
  if (input.mapping.length !== columns.length) {
    const message = importErrors.columnsOther(columns.length);
    throw new AppError('invalid', { message, fields: { mapping: message } });
  }
  const choices: StoredChoices = {
    duplicates: input.duplicates,
    pais: input.pais ?? null,
    notify: input.notify ?? false,
    dates: 'day',
    zone,
  };
  choices.dates = await findDateOrder(id, input.mapping.indexOf('created_at'), usualOrder(id, columns));
  const mapping = JSON.stringify(input.mapping);
  const read = makeRowReader(makeReading({ ...stored, mapping }, choices));
  const tally = makeTally();
  const seen = new Set<string>();
  const sources = new Set<string>();
  let known = 0;
  // Fewer than the file had, where one named a person who was erased since.
  let rows = 0;
  await forEachRow(id, ({ row, cells, reason }) => {
    rows++;
    const result = reason ? { problems: [{ field: '', reason }] } : read(JSON.parse(cells));
    if ('problems' in result) return tally.add(row, result.problems);
    sources.add(result.content.source);
    const keys = personKeys(result.content);
    const own = listKeys(keys);
    const isKnown = own.some((key) => seen.has(key)) || findSamePerson(keys) !== null;
    if (isKnown) known++;
    // By a row that is skipped nobody becomes known.
    if (!isKnown || choices.duplicates !== 'skip') for (const key of own) seen.add(key);
  });
  if (sources.size > MOST_SOURCES) {
    const message = importErrors.sourcesMany(sources.size, MOST_SOURCES);
    throw new AppError('invalid', { message, fields: { mapping: message } });
  }
  const done = await inSharedTransaction(() =>
    setChecked().get({ id, mapping, choices: JSON.stringify(choices) }),
  );
  if (!done) throw new AppError('conflict', { message: importErrors.begun });
  const { invalid, problems, reasons } = tally;
  return {
    check: done.checks,
    rows,
    new: rows - known - invalid(),
    duplicates: known,
    invalid: invalid(),
    problems,
    reasons: reasons(),
  };
}

async function forEachRow(import_id: number, work: (row: ImportRow) => void): Promise<void> {
  for (let after = 0; after < Number.POSITIVE_INFINITY; ) {
    after = await inTurn(() => {
      const rows = selectRows().all({ import_id, after, limit: AT_ONCE });
      for (const row of rows) work(row);
      return rows.at(-1)?.row ?? Number.POSITIVE_INFINITY;
    });
  }
}

/** The few rows that were rejected have the order of the file that they come from, though they may not prove it. */
function usualOrder(id: number, columns: string[]): DateOrder {
  if (!columns.some((head) => fold(head) === importStrings.reason)) return 'day';
  const former = selectFormerChoices().get({ id });
  return former ? (JSON.parse(former.choices) as StoredChoices).dates : 'day';
}

async function findDateOrder(id: number, column: number, usual: DateOrder) {
  const watch = makeOrderWatch();
  if (column >= 0) await forEachRow(id, ({ cells }) => watch.look(JSON.parse(cells)[column] ?? ''));
  return watch.order(usual);
}

function makeTally() {
  const problems: ImportProblem[] = [];
  const counts = new Map<string, { field: string; reason: string; rows: number }>();
  let rows = 0;
  return {
    problems,
    add(row: number, found: { field: string; reason: string }[]) {
      rows++;
      for (const { field, reason } of found) {
        if (problems.length < MOST_PROBLEMS) problems.push({ row, field, reason });
        const key = `${field} ${reason}`;
        const counted = counts.get(key);
        if (counted) counted.rows++;
        else counts.set(key, { field, reason, rows: 1 });
      }
    },
    invalid: () => rows,
    reasons: () => [...counts.values()].sort((a, b) => b.rows - a.rows).slice(0, MOST_REASONS),
  };
}
