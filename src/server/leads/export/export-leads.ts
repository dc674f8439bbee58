import { dayIn } from '~/shared/leads/days';
import { EXPORT_PARTS, type ExportPart } from '~/shared/leads/enums';
import type { LeadFilters } from '~/shared/leads/filters';
import { exportFile } from '~/shared/strings/panel/export';
import { type Actor, recordAudit } from '../../audit/audit';
import { csvOfParts } from '../../csv-writer';
import { inSharedTransaction } from '../../database/group-commit';
import { workbookResponse } from '../../xlsx-writer/write-workbook';
import { auditedFilters } from '../list/filters';
import { requireListable } from '../list/lead-list';
import { flushWords } from '../search/flush-words';
import { EXPORT_COLUMNS, shownColumns } from './columns';
import { type ExportPiece, type ExportStyle, listIds, START, writePiece } from './export-rows';

const LEADS_PER_PIECE = 250;

/**
 * All leads of a list as a spreadsheet: a workbook with notes and history, or one part of it as CSV. The set and its
 * order are fixed at the start; each row is read as it is written. Leads that are deleted or stop matching meanwhile
 * are left out. No read transaction is held between pieces, however slow the reader.
 * @throws {AppError} `invalid` for an agenda sorted by anything but its own order.
 */
export async function exportLeads(
  filters: LeadFilters,
  { part, ...style }: ExportStyle & { part: ExportPart },
  actor: Actor,
  signal: AbortSignal,
): Promise<Response> {
  requireListable(filters);
  await inSharedTransaction(() => recordAudit({ type: 'leads_exported', actor, to: auditedFilters(filters) || null }));
  const readPart = readExport(filters, style, signal);
  const day = dayIn(style.zone, Date.now());
  if (style.format === 'xlsx') {
    const sheets = EXPORT_PARTS.map((name) => ({
      name: exportFile.sheets[name],
      heads: shownColumns(name).map(({ head = '' }) => head),
      widths: shownColumns(name).map(({ width = 0 }) => width),
      readPiece: readPart(name),
    }));
    return workbookResponse(`${exportFile.names.leads}-${day}`, sheets);
  }
  const readPiece = readPart(part);
  return csvOfParts({
    fileName: `${exportFile.names[part]}-${day}`,
    heads: EXPORT_COLUMNS[part].map(({ name }) => name),
    isMarked: false,
    readPart: async () => (await readPiece(0))?.text ?? '',
  });
}

/** Returns readers of an export's parts, piece by piece until null. */
export function readExport(filters: LeadFilters, style: ExportStyle, signal?: AbortSignal) {
  const resolved = { filters, now: Date.now() };
  let listed: Promise<number[]> | undefined;
  const list = async () => {
    if (filters.q) await flushWords();
    return listIds(resolved, signal);
  };
  return (part: ExportPart) => {
    let at = 0;
    let after = START;
    return async (row: number): Promise<(ExportPiece & { done: number; total: number }) | null> => {
      listed ??= list();
      const ids = await listed;
      while (at < ids.length) {
        const some = ids.slice(at, at + LEADS_PER_PIECE);
        const piece = await writePiece({ part, ids: some, after, resolved, style, row }, signal);
        at += piece.written;
        after = piece.after;
        if (piece.rows > 0) return { ...piece, done: at, total: ids.length };
      }
      return null;
    };
  };
}
