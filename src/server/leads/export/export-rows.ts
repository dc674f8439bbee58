import { wallIn, writeDay } from '~/shared/leads/days';
import { LEAD_COLUMNS } from '~/shared/leads/export/columns';
import type { ExportStyle } from '~/shared/leads/export/style';
import type { Lead } from '~/shared/leads/lead';
import { planName } from '~/shared/leads/plans';
import { exportStrings } from '~/shared/strings/lead/export';
import { leadFields } from '~/shared/strings/lead/fields';
import { leadStrings } from '~/shared/strings/leads';
import { type Separator, writeLine } from '../../csv';
import { aside } from '../../process/aside';
import type { LeadChoice } from '../lead-list-queries';
import { selectIds } from '../list/lead-page-queries';
import { findTerms } from '../search/forgive';
import { selectLeadsAmong, selectMatchingIds } from '../search/search-queries';

export type ExportFormat = { style: ExportStyle; zone: string };

/** The ids of all leads that match, in the list's order. */
export const listIds = aside('export-ids', (choice: LeadChoice): number[] => {
  const { q } = choice.filters;
  const all = { ...choice, after: undefined, limit: Number.MAX_SAFE_INTEGER };
  if (q === undefined) return selectIds(all);
  const terms = findTerms(q);
  return terms ? selectMatchingIds(all, terms) : [];
});

type Part = { ids: number[]; choice: LeadChoice; format: ExportFormat };

/** Those of these leads that still match, as lines of the file. */
export const writeRows = aside('export-rows', ({ ids, choice, format }: Part): string => {
  const cells = Object.values(columnsFor(format));
  const leads = selectLeadsAmong(ids, { ...choice, after: undefined, limit: ids.length });
  return sortAs(ids, leads)
    .map((lead) =>
      writeLine(
        cells.map((cell) => cell(lead)),
        separatorOf(format),
      ),
    )
    .join('');
});

export const separatorOf = ({ style }: ExportFormat): Separator => (style === 'excel' ? ';' : ',');

/** By their heads. */
export function columnsFor({ style, zone }: ExportFormat): Columns {
  return style === 'excel' ? describeFor(zone) : PLAIN;
}

function sortAs(ids: number[], leads: Lead[]): Lead[] {
  const byId = new Map(leads.map((lead) => [lead.id, lead]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

type Columns = Record<string, (lead: Lead) => string | number | null>;

/** For programs: the operator's export begins alike. */
const PLAIN: Columns = Object.fromEntries(
  (
    [
      ...LEAD_COLUMNS,
      'owner_name',
      'next_contact_on',
      'next_contact_at',
      'plan',
      'billing',
      'lost_reason',
      'company_name',
      'last_activity_at',
    ] as const
  ).map((name) => [name, (lead: Lead) => lead[name]]),
);

/** For people: Spanish words, and the days and hours of the reader's zone. */
function describeFor(zone: string): Columns {
  const moment = (at: string | null) => at && writeMoment(zone, at);
  return {
    [exportStrings.columns.id]: ({ id }) => id,
    [leadFields.nombre]: ({ nombre }) => nombre,
    [leadFields.email]: ({ email }) => email,
    [leadFields.whatsapp]: ({ whatsapp }) => whatsapp,
    [leadFields.pais]: ({ pais }) => pais,
    [leadFields.estado]: ({ estado }) => leadStrings.statuses[estado],
    [leadFields.client_type]: ({ client_type }) => client_type && leadStrings.clientTypes[client_type],
    [leadFields.empresa]: ({ empresa }) => empresa,
    [leadFields.owner_id]: ({ owner_name }) => owner_name,
    [leadFields.next_contact_on]: ({ next_contact_on: on, next_contact_at: at }) =>
      on && [writeDay(on), at].filter(Boolean).join(' '),
    [leadFields.plan]: ({ plan }) => plan && planName(plan),
    [leadFields.billing]: ({ billing }) => billing && leadStrings.billings[billing],
    [leadFields.lost_reason]: ({ lost_reason }) => lost_reason && leadStrings.lostReasons[lost_reason],
    [leadFields.source]: ({ source }) => leadStrings.sources[source] ?? source,
    [leadFields.created_at]: ({ created_at }) => moment(created_at),
    [leadFields.first_contacted_at]: ({ first_contacted_at }) => moment(first_contacted_at),
    [exportStrings.columns.last_activity_at]: ({ last_activity_at }) => moment(last_activity_at),
    [exportStrings.columns.notes_count]: ({ notes_count }) => notes_count,
    [exportStrings.columns.company_name]: ({ company_name }) => company_name,
    [leadFields.mensaje]: ({ mensaje }) => mensaje,
  };
}

/** As a time zone's clocks show it, 'dd/mm/aaaa hh:mm'. */
function writeMoment(zone: string, moment: string): string {
  const wall = wallIn(zone, Date.parse(moment));
  return `${writeDay(wall.slice(0, 10))} ${wall.slice(11, 16)}`;
}
