import {
  type DateOrder,
  type ImportCheck,
  type ImportMapping,
  type ImportPreview,
  type ImportValues,
  PREVIEW_FIELDS,
  VALUE_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { guessValue } from '~/shared/imports/known-values';
import { whatsappDigits } from '~/shared/leads/contact-links';
import { type Lead, pick } from '~/shared/leads/lead';
import { importErrors, importStrings } from '~/shared/strings/imports';
import { errorAt, requireFound } from '../app-error';
import { planUpdateOf } from '../leads/imports/imported-leads';
import { fieldsUpdated, type ImportedContent, isEmptyUpdate } from '../leads/imports/row-update';
import { lookUpLead } from '../leads/leads';
import { personKeys } from '../leads/same-person/contact-keys';
import { describeSkipped, type StoredChoices, updateModeOf } from './choices';
import { type ImportRecord, type ImportRow, selectImport, selectOwners, selectRows } from './import-queries';
import { type Known, makePeople } from './people';
import { maxCellLength } from './rows/cells';
import { DATE_FIELDS, isDateField, makeOrderWatch } from './rows/dates';
import { makeRowReader, type Reading, type ReadRow } from './rows/read-row';

const ROWS_PER_BATCH = 500;
const MAX_PROBLEMS = 200;
const MAX_PAIRS = 200;
const MAX_REASONS = 50;
const MAX_PREVIEWED = 5;
const MAX_ROWS_SHOWN = 10;
/** Each source has its own counters: a column with more values holds no sources. */
const MAX_SOURCES = 50;
/** A column with more distinct texts holds no names of values: each text is guessed and not remembered. */
const MAX_VALUES = 500;

/** `dates`: an explicit date order, if somebody set one. */
type CheckOrder = {
  id: number;
  mapping: ImportMapping;
  choices: Omit<StoredChoices, 'dates'> & { dates: DateOrder | null };
};
export type CheckResult = Omit<ImportCheck, 'check' | 'new'>;

/** Dry-runs an import; yields null as progress, finally the result. Throws AppError `not_found`; `invalid`. */
export function* checkRows({ id, mapping, choices }: CheckOrder): Generator<CheckResult | null> {
  const stored = requireFound(selectImport().get({ id }));
  const watch = makeOrderWatch();
  const dated = mapping.flatMap((field, index) => (isDateField(field) ? [index] : []));
  if (dated.length > 0)
    yield* forEachRow(id, ({ cells }) => {
      const texts: string[] = JSON.parse(cells);
      for (const text of dated.map((index) => texts[index] ?? ''))
        if (text.length <= maxCellLength('created_at')) watch.look(text);
    });
  const order = choices.dates ?? watch.order();
  const reading = makeReading({ ...stored, mapping: JSON.stringify(mapping) }, { ...choices, dates: order });
  const read = makeRowReader(reading);
  const tally = makeTally();
  const becoming = makeOutcomes(choices);
  const noLink: ImportCheck['no_link_rows'] = [];
  const unread = DATE_FIELDS.map((field): ImportCheck['dates']['unread'][number] => ({ field, rows: 0, shown: [] }));
  const sources = new Set<string>();
  // May be fewer than in the file: rows naming a person erased since are gone.
  let rows = 0;
  yield* forEachRow(id, ({ row, cells, reason }) => {
    rows++;
    const result = parseRow(read, cells, reason);
    if ('problems' in result) return tally.add(row, result.problems);
    sources.add(result.content.source);
    const { whatsapp, phone_key } = result.content;
    if (whatsapp !== null && phone_key === null) noLink.push({ row, text: whatsapp });
    for (const { field, text } of result.unread) {
      const counted = unread.find((one) => one.field === field);
      if (counted && ++counted.rows <= MAX_ROWS_SHOWN) counted.shown.push({ row, text });
    }
    becoming.take(row, result.content);
  });
  if (sources.size > MAX_SOURCES) throw errorAt('mapping', importErrors.sourcesMany(sources.size, MAX_SOURCES));
  yield {
    rows,
    ...becoming.found(),
    ...tally.found(),
    no_link: noLink.length,
    no_link_rows: noLink.slice(0, MAX_ROWS_SHOWN),
    dates: {
      order,
      isProven: watch.isProven(),
      ambiguous: watch.ambiguous(),
      unread: unread.filter(({ rows }) => rows > 0),
    },
    values: reading.applied(),
  };
}

/** Yields between batches, so that whoever waits sees progress. */
function* forEachRow(import_id: number, work: (row: ImportRow) => void): Generator<null> {
  for (let after = 0; ; ) {
    const rows = selectRows().all({ import_id, after, limit: ROWS_PER_BATCH });
    for (const row of rows) work(row);
    const last = rows.at(-1);
    if (!last) return;
    after = last.row;
    yield null;
  }
}

/** Everything needed to read an import's rows. `applied` returns the meanings of the texts read so far. */
function makeReading(
  { name, columns, mapping, from_1904 }: ImportRecord,
  { pais, dates, zone, prefer, values }: StoredChoices,
): Reading & { applied: () => ImportValues } {
  const staff = selectOwners().all();
  // Maps, because a text may be named like a member of Object.prototype.
  const meant = Object.fromEntries(VALUE_FIELDS.map((field) => [field, new Map()])) as Record<
    ValueField,
    Map<string, string | null>
  >;
  function meaning(field: ValueField, text: string): string | null {
    const known = meant[field].get(text);
    if (known !== undefined) return known;
    const chosen = values[field];
    const value = chosen && Object.hasOwn(chosen, text) ? (chosen[text] ?? null) : guessValue(field, text, staff).value;
    // Somebody may have left since.
    const found = field === 'owner' && !staff.some(({ id }) => id === value) ? null : value;
    if (meant[field].size < MAX_VALUES) meant[field].set(text, found);
    return found;
  }
  return {
    columns: JSON.parse(columns),
    mapping: JSON.parse(mapping),
    ...{ prefer, meaning, pais, dates, zone },
    applied: () =>
      Object.fromEntries(
        VALUE_FIELDS.filter((field) => meant[field].size > 0).map((field) => [field, Object.fromEntries(meant[field])]),
      ),
    from1904: from_1904 === 1,
    source: importStrings.source(name),
  };
}

/** Works out the outcome of each row, in order, and previews the first that are taken. */
function makeOutcomes(choices: Pick<StoredChoices, 'duplicates' | 'overwrite'>) {
  const manner = updateModeOf(choices);
  const added = manner === 'join' ? 'joined' : 'updated';
  const counts = { duplicates: 0, possible: 0, updated: 0, joined: 0, skipped: 0 };
  const preview: ImportCheck['preview'] = [];
  const pairs: ImportCheck['pairs'] = [];
  const skips: ImportCheck['skips'] = [];
  const staff = new Map(
    selectOwners()
      .all()
      .map(({ id, name }) => [id, name]),
  );
  const people = makePeople();
  type Shown = Pick<Lead, (typeof PREVIEW_FIELDS)[number] | 'owner_id'>;
  function show(lead: Shown, about: Pick<ImportPreview, 'row' | 'becomes' | 'lead_id' | 'note' | 'changed'>): void {
    const digits = whatsappDigits(personKeys(lead).phone_key);
    preview.push({
      ...{ ...about, ...pick(lead, PREVIEW_FIELDS), link: digits && `https://wa.me/${digits}` },
      owner_name: (lead.owner_id && staff.get(lead.owner_id)) ?? null,
    });
  }
  function skip(row: number, nombre: string, same: Known, isNothingNew: boolean): void {
    counts.skipped++;
    if (skips.length < MAX_PAIRS) skips.push({ row, nombre, reason: describeSkipped(same, isNothingNew) });
  }
  return {
    take(row: number, content: ImportedContent) {
      const { same, shares } = people.match(content);
      if (shares) {
        counts.possible++;
        const { id: lead_id, row: other_row, nombre: other, email_key } = shares;
        const isByEmail = email_key !== null && email_key === content.email_key;
        const shared = isByEmail ? content.email : (content.whatsapp ?? '');
        if (pairs.length < MAX_PAIRS) pairs.push({ row, nombre: content.nombre, shared, lead_id, other_row, other });
      }
      if (same) counts.duplicates++;
      const isShown = preview.length < MAX_PREVIEWED;
      if (!same || choices.duplicates === 'create') {
        people.made(row, content);
        const lead = { ...content, created_at: content.created_at ?? new Date().toISOString() };
        if (isShown) show(lead, { row, becomes: 'create', lead_id: null, note: content.note, changed: [] });
        return;
      }
      if (manner === null) return skip(row, content.nombre, same, false);
      // The lead of an earlier row does not exist yet.
      const lead = same.id === null ? null : lookUpLead(same.id);
      people.merged(same, content, manner);
      if (!lead) return void counts[added]++;
      const addition = planUpdateOf(lead, content, manner);
      if (isEmptyUpdate(addition)) return skip(row, content.nombre, same, true);
      counts[added]++;
      const { changes, facts, note } = addition;
      const becomes = manner === 'join' ? 'join' : 'update';
      const about = { row, becomes, lead_id: lead.id, note: note || null, changed: fieldsUpdated(addition) } as const;
      if (isShown) show({ ...lead, ...changes, ...facts } as Lead, about);
    },
    found: () => ({ ...counts, preview, pairs, skips }),
  };
}

function makeTally() {
  const problems: ImportCheck['problems'] = [];
  const counts = new Map<string, ImportCheck['reasons'][number]>();
  let invalid = 0;
  return {
    add(row: number, found: { field: string; reason: string }[]) {
      invalid++;
      for (const { field, reason } of found) {
        if (problems.length < MAX_PROBLEMS) problems.push({ row, field, reason });
        const key = `${field} ${reason}`;
        const counted = counts.get(key) ?? { field, reason, rows: 0 };
        counted.rows++;
        counts.set(key, counted);
      }
    },
    found: () => ({
      ...{ invalid, problems },
      reasons: [...counts.values()].sort((a, b) => b.rows - a.rows).slice(0, MAX_REASONS),
    }),
  };
}

export type ParsedRow = { row: number; result: ReadRow };

/** Judges the next rows of an import, as it was checked, in one batch. */
export function* parseRows({ id, after, limit }: { id: number; after: number; limit: number }): Generator<ParsedRow[]> {
  const stored = selectImport().get({ id });
  if (!stored?.choices) return;
  const read = makeRowReader(makeReading(stored, JSON.parse(stored.choices)));
  yield selectRows()
    .all({ import_id: id, after, limit })
    .map(({ row, cells, reason }) => ({ row, result: parseRow(read, cells, reason) }));
}

/** `reason`: why the row could not be read on upload. */
function parseRow(read: ReturnType<typeof makeRowReader>, cells: string, reason: string | null): ReadRow {
  return reason ? { problems: [{ field: '', reason }] } : read(JSON.parse(cells));
}
