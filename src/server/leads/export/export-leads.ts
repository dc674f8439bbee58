import { dayIn, wallIn, writeDay } from '~/shared/leads/days';
import { LEAD_COLUMNS } from '~/shared/leads/export/columns';
import type { ExportStyle } from '~/shared/leads/export/style';
import { toQuery } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { planName } from '~/shared/leads/plans';
import type { LeadFilters } from '~/shared/leads/schema';
import { exportStrings } from '~/shared/strings/lead/export';
import { leadFields } from '~/shared/strings/lead/fields';
import { leadStrings } from '~/shared/strings/leads';
import { type Actor, recordAudit } from '../../audit/audit';
import { csvResponse } from '../../csv';
import { inSharedTransaction } from '../../database/group-commit';
import { requireListable } from '../lead-list';
import { chooseLeads } from '../lead-list-queries';
import { selectLeadsAmong } from '../search/search-queries';
import { collectIds } from './collect-ids';

/** Some 3 ms of reading and writing. */
const SLICE = 100;

/**
 * The leads of a list as a spreadsheet, all of them. Which ones, and their order, is decided at the beginning; each row
 * says how its lead is when it is written. Who is deleted meanwhile, or does not match the filters any more, is left out.
 * Nothing of the database is held between two slices, however slowly somebody reads.
 * @throws {AppError} `invalid` for an agenda in another order than its own.
 */
export async function exportLeads(
  filters: LeadFilters,
  { style, zone }: { style: ExportStyle; zone: string },
  actor: Actor,
  signal: AbortSignal,
): Promise<Response> {
  requireListable(filters);
  await inSharedTransaction(() =>
    recordAudit({ type: 'leads_exported', actor, to: toQuery({ ...filters, tz: undefined }) || null }),
  );
  const choice = chooseLeads(filters, Date.now());
  let ids: number[] = [];
  let next = 0;
  return csvResponse<Lead>({
    fileName: `${exportStrings.fileName}-${dayIn(zone, Date.now())}`,
    ...(style === 'excel'
      ? { columns: describeFor(zone), separator: ';' }
      : { columns: PLAIN, isMarked: false }),
    async prepare() {
      ids = await collectIds(choice, signal);
    },
    readAfter() {
      while (next < ids.length) {
        const some = ids.slice(next, next + SLICE);
        next += some.length;
        const found = selectLeadsAmong(some, { ...choice, after: undefined, limit: some.length });
        // Without any row it would be the end.
        if (found.length > 0) return sortAs(some, found);
      }
      return [];
    },
  });
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
