import type { MailNumber, MailTable } from '~/server/mail/render';
import { makeReport } from '~/server/numbers/report';
import { describeNumber } from '~/shared/counts';
import { addDays } from '~/shared/leads/days';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import { captionsOf } from '~/shared/numbers/captions';
import { type Cell, type ReportTable, tablesOf } from '~/shared/numbers/tables';
import { noticeMailStrings } from '~/shared/strings/notices/mails';
import { numberStrings } from '~/shared/strings/numbers';
import type { Recipient } from '../recipients';
import { link, type NoticeMail, shortDay } from './notice-mail';

const { weeklySummary: strings } = noticeMailStrings;
const { heads } = numberStrings;
const WEEK = 7;
/** What fits a narrow mail of 40 kB, in order, with its columns. The page has the rest. */
const SECTIONS = [
  ['won', [heads.what, heads.leads, heads.monthly]],
  ['days', [heads.day, heads.enquiries]],
  ['response', [heads.measure, heads.now, heads.previous]],
  ['countries', [heads.name, heads.enquiries, heads.won]],
  ['sources', [heads.name, heads.enquiries, heads.won]],
  ['owners', [heads.owner, heads.had, heads.won, heads.overdue]],
] as const;
/** Rows per table, which is sorted by total. A week's days all fit. */
const MAX_ROWS = 7;

/**
 * The report of the week before a Monday in sentences and tables, computed when sent; null if nobody wrote in that week
 * or the one before, nor was won in it.
 */
export async function writeWeeklySummary(monday: string, { zone }: Recipient): Promise<NoticeMail | null> {
  const period = { from: addDays(monday, -WEEK), to: addDays(monday, -1) };
  const report = await makeReport({ period, tz: zone });
  const { arrivals, won } = report;
  if (arrivals.total === 0 && arrivals.before.total === 0 && won.total === 0) return null;
  const captions = captionsOf(report);
  const wins: ReportTable = {
    heads: [heads.what, heads.leads, heads.monthly],
    rows: [
      [numberStrings.sections.won, won, won.monthly],
      [numberStrings.value.inPlay, won.in_play, won.in_play.monthly],
    ],
  };
  const tables = { ...tablesOf(report), won: wins };
  const [from, to] = [shortDay(period.from), shortDay(period.to)];
  return {
    consoleLabel: strings.called,
    content: {
      subject: strings.subject(from, to, arrivals.total, won.total),
      paragraphs: [strings.text(from, to)],
      lists: SECTIONS.map(([name, columns]) => ({
        heading: numberStrings.sections[name],
        text: captions[name],
        table: pick(tables[name], columns),
      })),
      action: {
        label: strings.open,
        url: link(`/panel/numeros?${new URLSearchParams({ ...period, tz: zone })}`),
      },
      footnotes: [strings.zone(zone.replaceAll('_', ' '))],
    },
  };
}

function pick({ heads, rows }: ReportTable, columns: readonly string[]): MailTable {
  const places = columns.map((head) => heads.indexOf(head));
  return {
    heads: [...columns],
    rows: rows.slice(0, MAX_ROWS).map((row) => {
      const [title, ...cells] = places.map((place) => row[place] ?? '');
      return { title: String(title), cells: cells.map(toNumber) };
    }),
  };
}

/** A count links to the list of its leads. */
function toNumber(cell: Cell): MailNumber {
  if (typeof cell === 'string') return { text: cell };
  if (typeof cell === 'number') return { text: describeNumber(cell) };
  return { text: describeNumber(cell.total), url: link(panelPath(fromQuery(cell.query))) };
}
