import type { MailList, MailNumber, MailPicture, MailTable } from '~/server/mail/render';
import { makeReport } from '~/server/numbers/report';
import { describeNumber } from '~/shared/counts';
import { addDays, weekdayOf } from '~/shared/leads/days';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import { captionsOf } from '~/shared/numbers/captions';
import type { Count, Report, Value } from '~/shared/numbers/report';
import { type Cell, type ReportTable, tablesOf } from '~/shared/numbers/tables';
import { leadStrings } from '~/shared/strings/leads';
import { noticeMailStrings } from '~/shared/strings/notices/mails';
import { numberStrings } from '~/shared/strings/numbers';
import type { Recipient } from '../notice';
import { link, type NoticeMail, shortDay } from './notice-mail';
import { drawBars, PLOT } from './plots';

const { weeklySummary: strings } = noticeMailStrings;
const WEEK = 7;
/** What fits a mail of 40 kB, in order; the page has the rest. */
const SECTIONS = ['won', 'days', 'response', 'countries', 'sources', 'owners'] as const;
/** Rows per table, which is sorted by total. */
const MAX_ROWS = 5;

/**
 * The report of the week before a Monday as pictures, text and numbers, computed when sent; null if nobody wrote in
 * that week or the one before, nor was won in it.
 */
export async function writeWeeklySummary(monday: string, { zone }: Recipient): Promise<NoticeMail | null> {
  const period = { from: addDays(monday, -WEEK), to: addDays(monday, -1) };
  const report = await makeReport({ period, tz: zone });
  const { arrivals, won } = report;
  if (arrivals.total === 0 && arrivals.before.total === 0 && won.total === 0) return null;
  const page = link(`/panel/numeros?${new URLSearchParams({ ...period, tz: zone })}`);
  const captions = captionsOf(report);
  const tables = tablesForMail(report);
  const picture = await drawDays(report);
  const [from, to] = [shortDay(period.from), shortDay(period.to)];
  return {
    consoleLabel: strings.called,
    content: {
      subject: strings.subject(from, to, arrivals.total, won.total),
      paragraphs: [strings.text(from, to)],
      lists: SECTIONS.map(
        (name): MailList => ({
          heading: numberStrings.sections[name],
          text: captions[name],
          ...(name === 'days' && { picture }),
          ...(tables[name] && { table: linked(tables[name]) }),
        }),
      ),
      action: { label: strings.open, url: page },
      footnotes: [strings.zone(zone.replaceAll('_', ' '))],
    },
  };
}

async function drawDays({ arrivals: { days } }: Report): Promise<MailPicture> {
  return {
    ...PLOT,
    cid: 'dias',
    png: await drawBars(days.map(({ total, week_mean }) => ({ total, mean: week_mean }))),
    ...strings.daysPicture,
    scale: days.map((day) => ({
      name: `${leadStrings.nextContact.days[weekdayOf(day.day)]} ${Number(day.day.slice(-2))}`,
      number: toNumber(day),
    })),
  };
}

/** The page's tables, cut to the rows and columns that fit a narrow mail. */
function tablesForMail(report: Report): Partial<Record<(typeof SECTIONS)[number], ReportTable>> {
  const { response, countries, sources, owners } = tablesOf(report);
  const { heads } = numberStrings;
  return {
    response,
    countries: first(pick(countries, [0, 1, 3])),
    sources: first(pick(sources, [0, 1, 3])),
    owners: first(pick(owners, [0, 1, 3, 5])),
    won: {
      heads: [heads.what, heads.leads, heads.monthly],
      rows: [worth(numberStrings.sections.won, report.won), worth(numberStrings.value.inPlay, report.won.in_play)],
    },
  };
}

function first({ heads, rows }: ReportTable): ReportTable {
  return { heads, rows: rows.slice(0, MAX_ROWS) };
}

function pick({ heads, rows }: ReportTable, columns: number[]): ReportTable {
  const chosen = <Item>(items: Item[]) => items.filter((_, index) => columns.includes(index));
  return { heads: chosen(heads), rows: rows.map(chosen) };
}

const worth = (name: string, value: Value): Cell[] => [name, value, value.monthly];

function linked({ heads, rows }: ReportTable): MailTable {
  return {
    heads,
    rows: rows.map(([title, ...cells]) => ({ title: String(title), cells: cells.map(toNumber) })),
  };
}

/** A count links to the list of its leads. */
function toNumber(cell: Cell): MailNumber {
  if (typeof cell === 'string') return { text: cell };
  if (typeof cell === 'number') return { text: describeNumber(cell) };
  return { text: describeNumber(cell.total), url: listOf(cell) };
}

function listOf({ query }: Count): string {
  return link(panelPath(fromQuery(query)));
}
