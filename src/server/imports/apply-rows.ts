import { importStrings } from '~/shared/strings/imports';
import { AppError } from '../app-error';
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
import {
  type ImportRecord,
  type RowOutcome,
  selectRowNumbers,
  selectRowsBefore,
  selectRowsOfLead,
  setOutcome,
  setProgress,
} from './import-queries';
import { makePeople } from './people';
import type { Problem } from './rows/read-row';

const ROWS_UNDONE_PER_STEP = 5;

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

type Outcome = Omit<RowOutcome, 'import_id' | 'row'>;

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

const NO_LEAD = { lead_id: null, first_event_id: null, last_event_id: null, given: null };

const skip = (id: number, isNothingNew: boolean): Outcome => ({
  outcome: 'skipped',
  reason: describeSkipped({ id }, isNothingNew),
  ...NO_LEAD,
});

function took(outcome: 'created' | 'joined', { id, first, last, given }: { id: number } & ImportTrace): Outcome {
  const trace = { lead_id: id, first_event_id: first, last_event_id: last, given: JSON.stringify(given) };
  return { outcome, reason: null, ...trace };
}

/** Prefixes each reason with its column's field. */
function reject(problems: Problem[]): Outcome {
  const names: Record<string, string> = importStrings.fields;
  const reasons = problems.map(({ field, reason }) => {
    const name = field && `${names[field] ?? field}: `;
    return reason.startsWith(name) ? reason : name + reason;
  });
  return { outcome: 'rejected', reason: reasons.join(' '), ...NO_LEAD };
}

/** Undoes the next rows, last first. Returns how many they are; 0: none is left. */
export function undoSome(stored: ImportRecord, { notify }: StoredChoices): number {
  const rows = selectRowsBefore().all({ import_id: stored.id, before: stored.position, limit: ROWS_UNDONE_PER_STEP });
  for (const { row, lead_id } of rows) {
    if (lead_id === null) continue;
    const all = selectRowsOfLead().all({ import_id: stored.id, lead_id });
    // A lead with several rows is undone at its last one, for all of them.
    if (all[0]?.row !== row) continue;
    const traces = all.map(({ first_event_id, last_event_id, given }) => ({
      first: first_event_id,
      last: last_event_id,
      given: JSON.parse(given) as Given,
    }));
    const wasMade = all.some(({ outcome }) => outcome === 'created');
    const taken = undoImportOnLead(lead_id, traces, { actorId: stored.user_id, notify, wasMade });
    if (taken === false) stored.kept++;
    else if (taken && wasMade) stored.removed++;
    else if (taken) stored.restored++;
  }
  if (rows.length > 0) setProgress().run({ ...stored, position: rows.at(-1)?.row ?? 0 });
  return rows.length;
}
