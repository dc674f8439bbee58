import type { ReadAs } from '~/shared/imports/import';
import { isBlankValue } from '~/shared/imports/known-values';
import { importStrings } from '~/shared/strings/imports';
import type { FileRow } from '../files/file-rows';
import { isMeasure, isMost, looksLikeData, looksLikeName } from './contents';
import { readHead } from './heads';

/** How many rows of titles may stand above the heads. */
const ROWS_WITH_TITLES = 20;
const MAX_HEAD_LENGTH = 80;
/** A row of heads is about as wide as the others. */
const FULL_SHARE = 0.6;
/** Heads that leave no doubt, if another one is known. */
const TELLING_FIELDS = ['nombre', 'apellido', 'email', 'whatsapp'];

/** The columns, which row names them, and the rows of data: those below it, and people above it. */
export type Table = { columns: string[]; heads: ReadAs['heads']; width: number; data: FileRow[] };

/**
 * Finds the heads among the first rows: the row with most known heads, one that names a person's field before others;
 * otherwise the first full one, if it differs from the rows below as heads do; otherwise none. Titles above, also merged
 * ones, are skipped. `wanted`: whether there are heads, if somebody has said so.
 */
export function findHeadRow(rows: readonly FileRow[], wanted?: boolean): Table {
  const first = rows.slice(0, ROWS_WITH_TITLES);
  const widest = Math.max(0, ...rows.map(({ cells }) => cells.length));
  const isFull = ({ cells }: FileRow) =>
    cells.filter((cell) => cell.trim() !== '').length >= Math.max(1, widest * FULL_SHARE);
  const known = first.map(({ cells }, at) =>
    cells.some(looksLikeData) ? [] : findKnownHeads(cells, rows.slice(at + 1)),
  );
  // One known word may be part of a title.
  const enough = widest > 1 ? 2 : 1;
  const scores = known.map((heads) =>
    heads.length < enough ? 0 : heads.length + (heads.some(isTelling) ? widest : 0),
  );
  const best = Math.max(0, ...scores);
  const byName = best > 0 ? scores.indexOf(best) : -1;
  const at = wanted === false ? -1 : byName >= 0 ? byName : findUnknownHeads(rows, first.findIndex(isFull), wanted);
  const row = first[at];
  const columns = Array.from({ length: Math.max(widest, row?.cells.length ?? 0) }, (_, index) => {
    const head = row?.cells[index]?.replace(/\s+/g, ' ').trim().slice(0, MAX_HEAD_LENGTH);
    return head || importStrings.unnamed(index + 1);
  });
  return {
    columns,
    heads: { row: row?.row ?? null, isSure: at >= 0 && (known[at] ?? []).some(isTelling) },
    width: row?.width ?? columns.length,
    data: rows.filter((one, index) => index > at || (index < at && isFull(one) && one.cells.some(looksLikeData))),
  };
}

const isTelling = (head: string): boolean => {
  const named = readHead(head);
  return named ? !named.isWeak && TELLING_FIELDS.includes(named.field) : isOwnHead(head);
};

/** As our own file of rejected rows names what had no head, and the reason. */
const isOwnHead = (head: string): boolean =>
  head === importStrings.reason || head === importStrings.unnamed(Number(head.replace(/\D/g, '')));

/** Cells that are known heads, and no words that other rows of their columns have, too, as a status may. */
function findKnownHeads(cells: readonly string[], below: readonly FileRow[]): string[] {
  const texts = cells.map((cell) => cell.trim());
  const others = below.filter((row) => row.cells.some((cell, index) => cell.trim() !== texts[index]));
  return texts.filter(
    (text, index) => (isOwnHead(text) || readHead(text)) && !others.some((row) => row.cells[index]?.trim() === text),
  );
}

/** The index of the first full row if it is one of heads whose words nobody knows, else -1. */
function findUnknownHeads(rows: readonly FileRow[], at: number, wanted: boolean | undefined): number {
  if (wanted) return Math.max(0, at);
  const cells = rows[at]?.cells ?? [];
  if (cells.some(looksLikeData)) return -1;
  const below = rows.slice(at + 1);
  const known = findKnownHeads(cells, below);
  let isHead = known.length > 0;
  for (const [index, cell] of cells.entries()) {
    const text = cell.trim();
    if (isBlankValue(text) || known.includes(text)) continue;
    const column = below.map((row) => row.cells[index]?.trim() ?? '').filter((one) => !isBlankValue(one));
    // Somebody's name above names, or a word of several rows.
    if (column.includes(text) || (looksLikeName(text) && isMost(column, looksLikeName))) return -1;
    isHead ||= isMost(column, isMeasure) && !isMeasure(text);
  }
  return isHead ? at : -1;
}
