import { ORIGIN_FIELDS, ORIGIN_LIMIT } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import { findField } from '~/shared/leads/fields';
import { importErrors } from '~/shared/strings/imports';

/** Longest cells of the fields that leave room for words, and of those that no lead has. */
const OTHER_LENGTHS: Partial<Record<ImportField, number>> = {
  ...{ apellido: 120, email: 254, whatsapp: 120, owner: 120, source: 120, lost_reason: 120, nota: 5000 },
  ...Object.fromEntries(ORIGIN_FIELDS.map((name) => [name, ORIGIN_LIMIT])),
};
const DEFAULT_LENGTH = 60;

/** A field's longest cell, checked before anything else. */
export function maxCellLength(name: ImportField): number {
  const field = findField(name);
  return OTHER_LENGTHS[name] ?? (field?.kind === 'text' ? field.max : undefined) ?? DEFAULT_LENGTH;
}

/** A longer text tells nothing about its column. */
export const MAX_TELLING_LENGTH = 254;

const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|¡REF!|¡VALOR!|¡DIV\/0!|¿NOMBRE\?)$/;
/** How spreadsheets force a number to be text. */
const QUOTED = /^="([^"]*)"$/;

/** Marks what a workbook says is text, where it would else be taken for a formula. */
export function markText(text: string): string {
  return text.replace(/^(?='{0,9}[=＝])/, "'");
}

export function unmarkText(marked: string): string {
  return marked.replace(/^'(?='{0,9}[=＝])/, '');
}

/** Strips the marks by which spreadsheets, and our own exports, keep a text from being a formula. */
export function tidyCell(written: string): string {
  return (QUOTED.exec(written)?.[1] ?? written.replace(/^'{1,9}(?=[=+\-@⁺⁻⁼₊₋₌−⩵⩶﬩﹢﹣﹦﹫＋－＝＠])/, '')).trim();
}

/** Why a cell holds nothing importable; null if it does. */
export function findCellFault(written: string): string | null {
  if (/^[=＝]/.test(written) && !QUOTED.test(written)) return importErrors.formula;
  return CELL_ERROR.test(written) ? importErrors.cellError(written) : null;
}
