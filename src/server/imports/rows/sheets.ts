import type { ImportField } from '~/shared/imports/import';
import { importErrors } from '~/shared/strings/imports';
import { fileFault } from '../files/file-fault';
import type { OpenFile } from '../files/open-file';
import { findColumns, guessMapping } from './recognise';

/** What makes a table one of people; any other field adds 1. */
const OF_PEOPLE: Partial<Record<ImportField, number>> = { email: 4, whatsapp: 4, nombre: 3, apellido: 3 };
const FEW_ROWS = 3;

/**
 * Index of the wanted sheet, or of the one most like a table of people: a summary may come first.
 * @throws {AppError} `invalid` if no sheet has that name.
 */
export function chooseSheet(sheets: OpenFile['sheets'], wanted: string | null): number {
  if (wanted === null) {
    const scores = sheets.map(({ first }) => scoreOf(first));
    return Math.max(0, scores.indexOf(Math.max(...scores)));
  }
  const at = sheets.findIndex(({ name }) => name === wanted);
  if (at < 0) throw fileFault(importErrors.sheetUnknown(wanted));
  return at;
}

function scoreOf(rows: OpenFile['sheets'][number]['first']): number {
  const { columns, dataFrom } = findColumns(rows);
  const data = rows.slice(dataFrom);
  if (data.length === 0) return 0;
  const fields = new Set(guessMapping(columns, data));
  const score = [...fields].reduce((sum, field) => sum + (field ? (OF_PEOPLE[field] ?? 1) : 0), 0);
  return score + Math.min(data.length, FEW_ROWS) / FEW_ROWS;
}
