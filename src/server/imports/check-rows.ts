import type { ImportMapping, ImportProblem } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/import-errors';
import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { findSamePerson, listKeys, personKeys } from '../leads/person/same-person';
import { type ImportRow, selectFormerChoices, selectImport, selectRows } from './import-queries';
import { judgeRow } from './judge-rows';
import { makeReading, type StoredChoices } from './reading';
import { LONGEST_CELL } from './rows/cells';
import { type DateOrder, makeOrderWatch } from './rows/dates';
import { fold } from './rows/heads';
import { makeRowReader } from './rows/read-row';

const AT_ONCE = 500;
const MOST_PROBLEMS = 200;
const MOST_REASONS = 50;
/** Each source has its own counters: a column with more of them is no source. */
const MOST_SOURCES = 50;

export type CheckOrder = { id: number; mapping: ImportMapping; choices: Omit<StoredChoices, 'dates'> };
export type CheckResult = {
  dates: DateOrder;
  rows: number;
  duplicates: number;
  invalid: number;
  problems: ImportProblem[];
  reasons: { field: string; reason: string; rows: number }[];
};

/**
 * Reads all rows of a file as the import would; null after some of them, and at last what would become of them.
 * @throws {AppError} `not_found`; `invalid`.
 */
export function* checkRows({ id, mapping, choices }: CheckOrder): Generator<CheckResult | null> {
  const stored = selectImport().get({ id });
  if (!stored) throw new AppError('not_found');
  const watch = makeOrderWatch();
  const dated = mapping.indexOf('created_at');
  if (dated >= 0) {
    yield* forEachRow(id, ({ cells }) => {
      const cell: string = JSON.parse(cells)[dated] ?? '';
      if (cell.length <= LONGEST_CELL.created_at) watch.look(cell);
    });
  }
  const dates = watch.order(usualOrder(id, JSON.parse(stored.columns)));
  const read = makeRowReader(
    makeReading({ ...stored, mapping: JSON.stringify(mapping) }, { ...choices, dates }),
  );
  const tally = makeTally();
  const seen = new Set<string>();
  const sources = new Set<string>();
  let duplicates = 0;
  // Fewer than the file had, where one named a person who was erased since.
  let rows = 0;
  yield* forEachRow(id, ({ row, cells, reason }) => {
    rows++;
    const result = judgeRow(read, cells, reason);
    if ('problems' in result) return tally.add(row, result.problems);
    sources.add(result.content.source);
    const keys = personKeys(result.content);
    const own = listKeys(keys);
    const isKnown = own.some((key) => seen.has(key)) || findSamePerson(keys) !== null;
    if (isKnown) duplicates++;
    // By a row that is skipped nobody becomes known.
    if (!isKnown || choices.duplicates !== 'skip') for (const key of own) seen.add(key);
  });
  if (sources.size > MOST_SOURCES) {
    const message = importErrors.sourcesMany(sources.size, MOST_SOURCES);
    throw new AppError('invalid', { message, fields: { mapping: message } });
  }
  yield {
    dates,
    rows,
    duplicates,
    invalid: tally.invalid(),
    problems: tally.problems,
    reasons: tally.reasons(),
  };
}

/** Yields after some of them: who waits sees that it goes on. */
function* forEachRow(import_id: number, work: (row: ImportRow) => void): Generator<null> {
  for (let after = 0; ; ) {
    const rows = selectRows().all({ import_id, after, limit: AT_ONCE });
    for (const row of rows) work(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
    yield null;
  }
}

/** The few rows that were rejected have the order of the file that they come from, though they may not prove it. */
function usualOrder(id: number, columns: string[]): DateOrder {
  if (!columns.some((head) => fold(head) === importStrings.reason)) return 'day';
  const former = selectFormerChoices().get({ id });
  return former ? (JSON.parse(former.choices) as StoredChoices).dates : 'day';
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
