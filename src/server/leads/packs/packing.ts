import {
  CLIENT_TYPES,
  LEAD_COUNTRIES,
  LEAD_STATUSES,
  type LeadStatus,
  LOST_REASONS,
} from '~/shared/leads/lead';
import { BILLINGS } from '~/shared/leads/plans';
import { codeOfMinutes, roundDuration } from '~/shared/numbers/duration';
import {
  LEADS_OF_PACK,
  type PackedRow,
  type Step,
  selectRowsToPack,
  selectStepsToPack,
} from './pack-queries';

/** How many numbers of 32 bits a lead takes. */
export const WORDS = 7;
/** Stands for what has not happened. */
export const NEVER_ANSWERED = 0xffff_ffff;
const NO_STEP = 0xffff;
const LAST_CODE = NO_STEP - 1;
/** The steps whose durations are kept; nobody steps to `nuevo` for the first time. */
export const STEPS = ['contactado', 'en_seguimiento', 'ganado', 'perdido'] as const;

/** Where the fields of a lead lie: in which word, from which bit on, how many bits. Lists begin at 1; 0 is none. */
export const FIELDS = {
  second: [0, 0, 32],
  millisecond: [1, 0, 10],
  estado: [1, 10, 3],
  contacted: [1, 13, 1],
  imported: [1, 14, 1],
  billing: [1, 15, 2],
  lost_reason: [1, 17, 3],
  pais: [1, 20, 4],
  client_type: [1, 24, 3],
  reached: [1, 27, 5],
  owner: [2, 0, 16],
  place: [2, 16, 7],
  source: [3, 0, 16],
  plan: [3, 16, 16],
  answered: [4, 0, 32],
  contactado: [5, 0, 16],
  en_seguimiento: [5, 16, 16],
  ganado: [6, 0, 16],
  perdido: [6, 16, 16],
} as const;
export type Field = keyof typeof FIELDS;

/** Returns a function that reads one field of the lead that begins at `at`. */
export function reader(field: Field): (words: Uint32Array, at: number) => number {
  const [word, shift, bits] = FIELDS[field];
  if (bits === 32) return (words, at) => words[at + word] as number;
  const mask = 2 ** bits - 1;
  return (words, at) => ((words[at + word] as number) >>> shift) & mask;
}

/** The fields of few values. They lie in one word, so that a list of several compares them without reading each. */
const SHORT_WORD = 1;
export type ShortField = {
  [Name in Field]: (typeof FIELDS)[Name][0] extends typeof SHORT_WORD ? Name : never;
}[Field];
/** What of that word has to be which value. */
export type Needed = { mask: number; value: number };

/** That a field has a value; `bits` are those of the field that have to agree, all if none are named. */
export function need(field: ShortField, value: number, bits?: number): Needed {
  const [, shift, length] = FIELDS[field];
  return { mask: (bits ?? 2 ** length - 1) << shift, value: value << shift };
}

export function hasNeeded(words: Uint32Array, at: number, needed: readonly Needed[]): boolean {
  const word = words[at + SHORT_WORD] as number;
  for (const { mask, value } of needed) if ((word & mask) !== value) return false;
  return true;
}

const readStep = Object.fromEntries(STEPS.map((step) => [step, reader(step)])) as Record<
  (typeof STEPS)[number],
  ReturnType<typeof reader>
>;

/** How long a lead stood before it came to a status for the first time, as a code; undefined if it did not come. */
export function stepCode(words: Uint32Array, at: number, step: (typeof STEPS)[number]): number | undefined {
  const code = readStep[step](words, at);
  return code === NO_STEP ? undefined : code;
}

/** The bit of a status among those that a lead has reached. */
export function bitOf(estado: LeadStatus): number {
  return 1 << LEAD_STATUSES.indexOf(estado);
}

/** The leads of a pack, as they are now, and when the first and the last of them came. */
export function makePack(pack: number, idOf: (name: string | null) => number) {
  const ids = { from: pack * LEADS_OF_PACK, below: (pack + 1) * LEADS_OF_PACK };
  const steps = Map.groupBy(selectStepsToPack().all(ids), ({ lead_id }) => lead_id);
  const rows = selectRowsToPack().all(ids);
  const words = new Uint32Array(rows.length * WORDS);
  let [earliest, latest] = [NEVER_ANSWERED, 0];
  rows.forEach((row, index) => {
    const values = describeRow(row, steps.get(row.id) ?? [], idOf);
    earliest = Math.min(earliest, values.second);
    latest = Math.max(latest, values.second);
    for (const [field, value] of Object.entries(values)) {
      const [word, shift] = FIELDS[field as Field];
      const at = index * WORDS + word;
      words[at] = ((words[at] as number) | (value << shift)) >>> 0;
    }
  });
  return { words, earliest, latest };
}

function describeRow(row: PackedRow, steps: Step[], idOf: (name: string | null) => number) {
  const came = Date.parse(row.created_at);
  const took = row.first_contacted_at === null ? null : Date.parse(row.first_contacted_at) - came;
  return {
    second: Math.min(Math.max(0, Math.floor(came / 1000)), NEVER_ANSWERED),
    millisecond: ((came % 1000) + 1000) % 1000,
    estado: placeIn(LEAD_STATUSES, row.estado),
    contacted: took === null ? 0 : 1,
    imported: row.import_id === null ? 0 : 1,
    billing: placeIn(BILLINGS, row.billing),
    lost_reason: placeIn(LOST_REASONS, row.lost_reason),
    pais: placeIn(LEAD_COUNTRIES, row.pais),
    client_type: placeIn(CLIENT_TYPES, row.client_type),
    reached: reachedBy(row.estado, steps),
    owner: idOf(row.owner_id),
    place: row.id % LEADS_OF_PACK,
    source: idOf(row.source),
    plan: idOf(row.plan),
    // Upwards, so that who was answered within five minutes is who has at most 300 seconds.
    answered:
      took === null ? NEVER_ANSWERED : Math.min(Math.max(0, Math.ceil(took / 1000)), NEVER_ANSWERED - 1),
    ...durationsOf(came, steps),
  };
}

/** A value's place in a list that begins at 1; 0 for none. */
function placeIn(values: readonly string[], value: string | null): number {
  return value === null ? 0 : values.indexOf(value) + 1;
}

function reachedBy(estado: string, steps: Step[]): number {
  const passed = steps.flatMap(({ from_value, to_value }) => [from_value, to_value]);
  return [estado, ...passed].reduce((bits, status) => bits | bitOf(status as LeadStatus), 0);
}

/** How long the lead stood where it was before, each time that it came to a status for the first time. */
function durationsOf(came: number, steps: Step[]): Record<(typeof STEPS)[number], number> {
  const durations = { contactado: NO_STEP, en_seguimiento: NO_STEP, ganado: NO_STEP, perdido: NO_STEP };
  let since = came;
  for (const { to_value, created_at } of steps) {
    const at = Date.parse(created_at);
    const step = STEPS.find((name) => name === to_value);
    if (step && durations[step] === NO_STEP)
      durations[step] = Math.min(codeOfMinutes(roundDuration(at - since)), LAST_CODE);
    since = at;
  }
  return durations;
}
