import { dayIn } from '~/shared/leads/days';
import { EXPORT_PARTS, type ExportPart } from '~/shared/leads/export/formats';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { exportFile } from '~/shared/strings/lead/export';
import { type Actor, recordAudit } from '../../audit/audit';
import { csvOfParts } from '../../csv';
import { inSharedTransaction } from '../../database/group-commit';
import { workbookResponse } from '../../workbook/write-workbook';
import { requireListable } from '../lead-list';
import { chooseLeads } from '../lead-list-queries';
import { flushWords } from '../search/due-words';
import { EXPORT_COLUMNS, shownColumns } from './columns';
import { type ExportPiece, type ExportStyle, listIds, START, writePiece } from './export-rows';

/** Some 20 ms of another thread's reading and writing. */
const LEADS_A_PIECE = 250;

/**
 * The leads of a list as a spreadsheet, all of them: a workbook with their notes and their history, or one part of it as
 * CSV. Which ones, and their order, is decided at the beginning; each row says how its lead is when it is written. Who is
 * deleted meanwhile, or does not match the filters any more, is left out. Nothing of the database is held between two pieces,
 * however slowly somebody reads.
 * @throws {AppError} `invalid` for an agenda in another order than its own.
 */
export async function exportLeads(
  filters: LeadFilters,
  { part, ...style }: ExportStyle & { part: ExportPart },
  actor: Actor,
  signal: AbortSignal,
): Promise<Response> {
  requireListable(filters);
  await inSharedTransaction(() =>
    recordAudit({ type: 'leads_exported', actor, to: toQuery({ ...filters, tz: undefined }) || null }),
  );
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

/** Reads the parts of an export of these leads, each piece by piece; null is the end. */
export function readExport(filters: LeadFilters, style: ExportStyle, signal?: AbortSignal) {
  const choice = chooseLeads(filters, Date.now());
  let listed: Promise<number[]> | undefined;
  const list = async () => {
    if (filters.q) await flushWords();
    return listIds(choice, signal);
  };
  return (part: ExportPart) => {
    let at = 0;
    let after = START;
    return async (row: number): Promise<(ExportPiece & { done: number; total: number }) | null> => {
      listed ??= list();
      const ids = await listed;
      while (at < ids.length) {
        const some = ids.slice(at, at + LEADS_A_PIECE);
        const piece = await writePiece({ part, ids: some, after, choice, style, row }, signal);
        at += piece.taken;
        after = piece.after;
        if (piece.rows > 0) return { ...piece, done: at, total: ids.length };
      }
      return null;
    };
  };
}
