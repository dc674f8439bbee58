import {
  COMBINED_FIELDS,
  type ImportChoices,
  type ImportDraft,
  type ImportValues,
  VALUE_FIELDS,
  type ValueField,
} from '~/shared/imports/import';
import { guessValue } from '~/shared/imports/known-values';

/** What a text of a file will become. `isAsked`: its name does not tell. */
export type TextMeaning = { text: string; value: string | null; isAsked: boolean };

/** The columns that are the same single-valued field as this one, and which of them counts. */
export function findCompetingColumns(draft: ImportDraft, { mapping, prefer }: ImportChoices, index: number) {
  const field = mapping[index] ?? null;
  if (field === null || COMBINED_FIELDS.includes(field)) return null;
  const rivals = [...mapping.keys()].filter((at) => mapping[at] === field);
  if (rivals.length < 2) return null;
  const known = [prefer[field], draft.prefer[field]].find((one) => one !== undefined && rivals.includes(one));
  return { field, winner: known ?? rivals[0] };
}

/**
 * Meanings of a column's texts, most frequent first. Null if its field has no set values; `texts` is null if too many.
 */
export function readTexts(
  draft: ImportDraft,
  { mapping, values }: ImportChoices,
  index: number,
): { field: ValueField; texts: TextMeaning[] | null } | null {
  const field = VALUE_FIELDS.find((one) => one === mapping[index]);
  if (!field) return null;
  const chosen = values[field] ?? {};
  const texts = draft.texts[index]?.map((text) => {
    const guess = guessValue(field, text, draft.staff);
    // Own members only: a file's text may be called `constructor`.
    return { text, value: Object.hasOwn(chosen, text) ? (chosen[text] ?? null) : guess.value, isAsked: !guess.isSure };
  });
  return { field, texts: texts ?? null };
}

/** Includes every default the screen shows: what is seen is what counts. */
export function withDefaults(draft: ImportDraft, choices: ImportChoices): ImportChoices {
  const values: ImportValues = {};
  const prefer: ImportChoices['prefer'] = {};
  for (const index of choices.mapping.keys()) {
    const read = readTexts(draft, choices, index);
    const texts = read?.texts?.map(({ text, value }) => [text, value] as const);
    if (read && texts) values[read.field] = { ...values[read.field], ...Object.fromEntries(texts) };
    const rivals = findCompetingColumns(draft, choices, index);
    if (rivals?.winner !== undefined) prefer[rivals.field] = rivals.winner;
  }
  return { ...choices, values, prefer };
}
