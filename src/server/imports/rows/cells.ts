import { ORIGIN_LIMIT } from '~/shared/enquiries/origin';
import type { ImportField } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/import-errors';

/**
 * How many characters a cell may have before anything but its length is looked at: what it names has no more, and a
 * telephone may stand with another one, or with words.
 */
export const LONGEST_CELL: Record<ImportField, number> = {
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

/** No longer text tells what a column is. */
export const LONGEST_TELLING = 254;

const CELL_ERROR = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!|¡REF!|¡VALOR!|¡DIV\/0!|¿NOMBRE\?)$/;
/** How spreadsheets keep a text from being read as a number. */
const QUOTED = /^="([^"]*)"$/;

/** Without the signs by which spreadsheets, and our own exports, keep a text from being a formula. */
export function tidyCell(written: string): string {
  return (QUOTED.exec(written)?.[1] ?? written.replace(/^'(?=[=+\-@])/, '')).trim();
}

/** Why a cell holds nothing that could be imported; null where it does. */
export function findCellFault(written: string): string | null {
  if (/^[=＝]/.test(written) && !QUOTED.test(written)) return importErrors.formula;
  return CELL_ERROR.test(written) ? importErrors.cellError(written) : null;
}
