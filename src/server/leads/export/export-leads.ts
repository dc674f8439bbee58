import { dayIn } from '~/shared/leads/days';
import { toQuery } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/schema';
import { exportStrings } from '~/shared/strings/lead/export';
import { type Actor, recordAudit } from '../../audit/audit';
import { csvOfParts } from '../../csv';
import { inSharedTransaction } from '../../database/group-commit';
import { requireListable } from '../lead-list';
import { chooseLeads } from '../lead-list-queries';
import { flushWords } from '../search/due-words';
import { columnsFor, type ExportFormat, listIds, separatorOf, writeRows } from './export-rows';

/** Some 10 ms of another thread's reading and writing. */
const ROWS_A_PART = 250;

/**
 * The leads of a list as a spreadsheet, all of them. Which ones, and their order, is decided at the beginning; each row
 * says how its lead is when it is written. Who is deleted meanwhile, or does not match the filters any more, is left out.
 * Nothing of the database is held between two parts, however slowly somebody reads.
 * @throws {AppError} `invalid` for an agenda in another order than its own.
 */
export async function exportLeads(
  filters: LeadFilters,
  format: ExportFormat,
  actor: Actor,
  signal: AbortSignal,
): Promise<Response> {
  requireListable(filters);
  await inSharedTransaction(() =>
    recordAudit({ type: 'leads_exported', actor, to: toQuery({ ...filters, tz: undefined }) || null }),
  );
  const choice = chooseLeads(filters, Date.now());
  let ids: number[] | undefined;
  let next = 0;
  return csvOfParts({
    fileName: `${exportStrings.fileName}-${dayIn(format.zone, Date.now())}`,
    heads: Object.keys(columnsFor(format)),
    separator: separatorOf(format),
    isMarked: format.style === 'excel',
    async readPart() {
      if (!ids && choice.filters.q) await flushWords();
      ids ??= await listIds(choice, signal);
      let text = '';
      // Without any text it would be the end.
      while (text === '' && next < ids.length) {
        const some = ids.slice(next, next + ROWS_A_PART);
        next += some.length;
        text = await writeRows({ ids: some, choice, format }, signal);
      }
      return text;
    },
  });
}
