import { ORIGIN_LIMIT } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';

/** Longest cell per field, checked before anything else. A phone leaves room for a second one, or for words. */
export const MAX_CELL_LENGTH: Record<ImportField, number> = {
  nombre: 120,
  apellido: 120,
  email: 254,
  whatsapp: 120,
  pais: 60,
  empresa: 120,
  client_type: 60,
  mensaje: 5000,
  estado: 60,
  owner: 120,
  source: 120,
  created_at: 60,
  nota: 5000,
  plan: 60,
  billing: 60,
  next_contact_on: 60,
  lost_reason: 120,
  first_contacted_at: 60,
  won_at: 60,
  tema: ORIGIN_LIMIT,
  utm_source: ORIGIN_LIMIT,
  utm_medium: ORIGIN_LIMIT,
  utm_campaign: ORIGIN_LIMIT,
  referrer: ORIGIN_LIMIT,
};

/** A longer text tells nothing about its column. */
export const MAX_TELLING_LENGTH = 254;

const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|¡REF!|¡VALOR!|¡DIV\/0!|¿NOMBRE\?)$/;
/** How spreadsheets force a number to be text. */
const QUOTED = /^="([^"]*)"$/;

/** Marks what a workbook says is text, where it would else be taken for a formula. */
export function markText(text: string): string {
  return text.replace(/^(?='{0,9}[=＝])/, "'");
}

/** A text as it was before `markText`. */
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
