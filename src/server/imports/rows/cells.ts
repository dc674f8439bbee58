import type { ImportField } from '~/shared/imports/import';

/**
 * How many characters a cell may have before anything but its length is looked at: what it names has no more, and a
 * telephone may stand with another one, or with words.
 */
export const LONGEST_CELL: Record<ImportField, number> = {
  nombre: 120,
  apellido: 120,
  email: 254,
  whatsapp: 60,
  pais: 60,
  empresa: 120,
  client_type: 60,
  mensaje: 5000,
  estado: 60,
  owner: 120,
  source: 120,
  created_at: 60,
  nota: 5000,
};

/** No longer text tells what a column is. */
export const LONGEST_TELLING = 254;
