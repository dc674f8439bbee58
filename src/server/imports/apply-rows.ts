import { IMPORT_COUNTS } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
import { query } from '../database/connection';
import {
  addImportedLeads,
  type Given,
  type ImportTrace,
  undoImportOnLead,
  updateFromRow,
} from '../leads/imports/imported-leads';
import type { ImportedContent } from '../leads/imports/row-update';
import type { ParsedRow } from './check-rows';
import { describeSkipped, type StoredChoices, updateModeOf } from './choices';
import type { ImportRecord } from './import-queries';
import { makePeople } from './people';
import type { Problem } from './rows/read-row';

const ROWS_UNDONE_PER_STEP = 5;

const setProgress = query<[Pick<ImportRecord, 'id' | 'position' | (typeof IMPORT_COUNTS)[number]>]>(
  `UPDATE imports SET position = :position, ${IMPORT_COUNTS.map((name) => `${name} = :${name}`).join(', ')} WHERE id = :id`,
);

const selectRowNumbers = query<[{ import_id: number; after: number; last: number }], { row: number }>(
  'SELECT row FROM import_rows WHERE import_id = :import_id AND row > :after AND row <= :last',
);

type Trace = { lead_id: number; first: number; last: number; given: string };
/** What became of a row. */
export type Outcome = { outcome: 'created' | 'joined' | 'skipped' | 'rejected'; reason: string | null } & (
  | Trace
  | typeof NO_TRACE
);
const NO_TRACE = { lead_id: null, first: null, last: null, given: null };

/** Cells are kept only of those that became no lead's. */
const setOutcome = query<[Outcome & { import_id: number; row: number }]>(
  `UPDATE import_rows SET outcome = :outcome, reason = :reason, lead_id = :lead_id, first_event_id = :first,
     last_event_id = :last, given = :given, cells = iif(:outcome IN ('rejected', 'skipped'), cells, '[]')
   WHERE import_id = :import_id AND row = :row`,
);

/** Imports the first of these rows, as many as one statement may insert. Returns how many are done. */
export function importSome(stored: ImportRecord, choices: StoredChoices, parsed: readonly ParsedRow[]): number {
  const by = { id: stored.id, actorId: stored.user_id, notify: choices.notify };
  const last = parsed.at(-1)?.row ?? 0;
  const still = selectRowNumbers().all({ import_id: stored.id, after: stored.position, last });
  const isStill = new Set(still.map(({ row }) => row));
  const made: { row: number; content: ImportedContent }[] = [];
  const people = makePeople();
  const settle = (row: number, outcome: Outcome) => {
    setOutcome().run({ import_id: stored.id, row, ...outcome });
    stored[outcome.outcome]++;
  };
  let done = 0;
  for (const { row, result } of parsed) {
    // Otherwise erased since it was parsed.
    if (isStill.has(row)) {
      if ('problems' in result) settle(row, reject(result.problems));
      else {
        const { content } = result;
        const same = choices.duplicates === 'create' ? null : people.match(content).same;
        // Same person as an earlier row of this batch: wait for the next step, when that one is a lead.
        if (same?.id === null) break;
        if (same) settle(row, addToSame(same.id, content, choices, by));
        else {
          made.push({ row, content });
          people.made(row, content);
        }
      }
    }
    done++;
    stored.position = row;
  }
  const contents = made.map(({ content }) => content);
  for (const [index, lead] of addImportedLeads(contents, by).entries())
    settle(made[index]?.row ?? 0, took('created', lead));
  setProgress().run(stored);
  return done;
}

function addToSame(
  id: number,
  content: ImportedContent,
  choices: StoredChoices,
  by: Parameters<typeof updateFromRow>[3],
): Outcome {
  const manner = updateModeOf(choices);
  if (manner === null) return skip(id, false);
  try {
    const trace = updateFromRow(id, content, manner, by);
    return trace ? took('joined', { id, ...trace }) : skip(id, true);
  } catch (error) {
    if (error instanceof AppError) return reject([{ field: '', reason: error.message }]);
    throw error;
  }
}

const skip = (id: number, isNothingNew: boolean): Outcome => ({
  outcome: 'skipped',
  reason: describeSkipped({ id }, isNothingNew),
  ...NO_TRACE,
});

function took(outcome: 'created' | 'joined', { id, given, ...events }: { id: number } & ImportTrace): Outcome {
  return { outcome, reason: null, lead_id: id, ...events, given: JSON.stringify(given) };
}

/** Prefixes each reason with its column's field. */
function reject(problems: Problem[]): Outcome {
  const names: Record<string, string> = importStrings.fields;
  const reasons = problems.map(({ field, reason }) => {
    const name = field && `${names[field] ?? field}: `;
    return reason.startsWith(name) ? reason : name + reason;
  });
  return { outcome: 'rejected', reason: reasons.join(' '), ...NO_TRACE };
}

const selectRowsBefore = query<
  [{ import_id: number; before: number; limit: number }],
  { row: number; lead_id: number | null }
>(`SELECT row, lead_id FROM import_rows WHERE import_id = :import_id AND row < :before ORDER BY row DESC LIMIT :limit`);

/** Everything an import did with one lead, last first. */
const selectRowsOfLead = query<
  [{ import_id: number; lead_id: number }],
  Trace & Pick<Outcome, 'outcome'> & { row: number }
>(
  `SELECT row, outcome, first_event_id AS first, last_event_id AS last, given FROM import_rows INDEXED BY import_rows_by_lead
   WHERE import_id = :import_id AND lead_id = :lead_id ORDER BY row DESC`,
);

/** Undoes the next rows, last first. Returns how many they are; 0: none is left. */
export function undoSome(stored: ImportRecord, { notify }: StoredChoices): number {
  const rows = selectRowsBefore().all({ import_id: stored.id, before: stored.position, limit: ROWS_UNDONE_PER_STEP });
  for (const { row, lead_id } of rows) {
    if (lead_id === null) continue;
    const all = selectRowsOfLead().all({ import_id: stored.id, lead_id });
    // A lead with several rows is undone at its last one, for all of them.
    if (all[0]?.row !== row) continue;
    const traces = all.map(({ first, last, given }) => ({ first, last, given: JSON.parse(given) as Given }));
    const wasMade = all.some(({ outcome }) => outcome === 'created');
    const taken = undoImportOnLead(lead_id, traces, { actorId: stored.user_id, notify, wasMade });
    if (taken === false) stored.kept++;
    else if (taken && wasMade) stored.removed++;
    else if (taken) stored.restored++;
  }
  if (rows.length > 0) setProgress().run({ ...stored, position: rows.at(-1)?.row ?? 0 });
  return rows.length;
}
