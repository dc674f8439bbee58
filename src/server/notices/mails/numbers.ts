import type { MailList, MailNumber } from '~/server/mail/render';
import { makeReport } from '~/server/reports/report';
import { addDays } from '~/shared/leads/days';
import { fromQuery, panelPath } from '~/shared/leads/filter-params';
import { describeNumber } from '~/shared/number';
import { captionsOf } from '~/shared/numbers/captions';
import type { Count, Report, Value } from '~/shared/numbers/report';
import {
  type Cell,
  type ReportTable,
  TABLES,
  type TableName,
  tablesOf,
  UNKNOWN,
} from '~/shared/numbers/tables';
import { noticeMailStrings } from '~/shared/strings/notices/mails';
import { numberStrings } from '~/shared/strings/numbers';
import type { Person } from '../notice';
import { chosen, link, shortDay, type Written } from './written';

const { numbers: strings } = noticeMailStrings;
const WEEK = 7;
/** How many lines of a table a mail shows: the first ones have most. */
const MOST_LINES = 7;
const FULLEST_HOURS = 3;

/**
 * The numbers of the week before a Monday, as the page shows them, in words and numbers; null if nobody wrote in that week
 * or the one before. They are counted when the mail is sent.
 */
export async function writeNumbers(monday: string, { zone }: Person): Promise<Written | null> {
  const period = { from: addDays(monday, -WEEK), to: addDays(monday, -1) };
  const report = await makeReport(period, zone);
  const { arrivals, won } = report;
  if (arrivals.total === 0 && arrivals.before.total === 0) return null;
  const page = link(`/panel/numeros?${new URLSearchParams({ ...period, tz: zone })}`);
  const captions = captionsOf(report);
  const tables = tablesForMail(report);
  const [from, to] = [shortDay(period.from), shortDay(period.to)];
  return chosen(strings.called, {
    subject: strings.subject(from, to, arrivals.total, won.total),
    paragraphs: [strings.text(from, to)],
    lists: TABLES.map(
      (name): MailList => ({
        heading: numberStrings.sections[name],
        text: captions[name],
        items: itemsOf(tables[name], `${page}#${name}`),
      }),
    ),
    action: { label: strings.open, url: page },
    footnotes: [strings.zone(zone.replaceAll('_', ' '))],
  });
}

/** The page's tables, with those lines and columns that a narrow mail has room for. */
function tablesForMail(report: Report): Record<TableName, ReportTable> {
  const tables = tablesOf(report);
  const { heads } = numberStrings;
  return {
    ...tables,
    days: { heads: tables.days.heads.slice(0, 2), rows: tables.days.rows.map((row) => row.slice(0, 2)) },
    hours: {
      heads: tables.hours.heads.slice(1),
      rows: tables.hours.rows
        .map(([weekday, hour, ...counts]) => [`${weekday} ${hour}`, ...counts])
        .sort((a, b) => totalOf(b[1]) - totalOf(a[1]))
        .slice(0, FULLEST_HOURS),
    },
    value: {
      heads: [heads.plan, heads.enquiries, heads.monthly],
      rows: [
        worth(numberStrings.value.won, report.won),
        worth(numberStrings.value.inPlay, report.won.in_play),
      ],
    },
  };
}

const worth = (name: string, value: Value): Cell[] => [name, value, value.monthly];
const totalOf = (cell: Cell | undefined) => (typeof cell === 'object' ? cell.total : 0);

/** Each number with a link: to the list of its leads, or to the plot that explains it. */
function itemsOf({ heads, rows }: ReportTable, plot: string): MailList['items'] {
  return rows.slice(0, MOST_LINES).map(([title, ...cells]) => ({
    title: String(title),
    numbers: cells
      .map(
        (cell, index): MailNumber => ({
          name: heads[index + 1] ?? '',
          value:
            typeof cell === 'string' ? cell : describeNumber(typeof cell === 'object' ? cell.total : cell),
          url: typeof cell === 'object' ? listOf(cell) : plot,
        }),
      )
      .filter(({ value }) => value !== UNKNOWN),
  }));
}

function listOf({ query }: Count): string {
  return link(panelPath(fromQuery(query)));
}
