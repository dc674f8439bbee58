import { lookUpLead } from '~/server/leads/leads';
import { makeCompanyPath, panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { describePlan } from '~/shared/leads/values';
import { waitingSince } from '~/shared/leads/waiting';
import { clockIn } from '~/shared/notices/wall-clock';
import { leadCompanyStrings } from '~/shared/strings/lead/person';
import { noticeMailStrings as strings } from '~/shared/strings/notices/mails';
import { link } from './mails/notice-mail';
import type { LeadNotice } from './notify';
import { type Recipient, selectAddress } from './recipients';

/** What is said of the leads of a notice. */
type About = {
  /** Titles, and what a mail says first. */
  one: string;
  many: (total: number) => string;
  text: string;
  manyText: string;
  /** The complete list. */
  list: LeadFilters;
  /** Whether it still applies to a lead when it is sent. */
  applies?: (lead: Lead) => boolean;
  /** Shows next contacts instead of arrivals. */
  isAgenda?: boolean;
  /** Stands in a mail in place of the person's message. */
  note?: (lead: Lead) => string;
  /** The action to take on a lead, if any. */
  act?: (lead: Lead) => { label: string; url: string } | null;
};

function describe(notice: LeadNotice, { id, zone }: Recipient): About {
  switch (notice.kind) {
    case 'new_leads':
      return {
        ...{ one: strings.newLead, many: strings.newLeads },
        ...{ text: strings.newLeadText, manyText: strings.newLeadsText },
        list: { contacto: 'pendiente' },
      };
    case 'awaiting_reply':
      return {
        ...{ one: strings.wrote, many: strings.wroteMany, text: strings.wroteText, manyText: strings.wroteManyText },
        list: { contacto: 'respuesta' },
        applies: (lead) => lead.awaiting_reply_since !== null,
        // What they wrote is read in the CRM only.
        note: ({ awaiting_reply_since: since }) =>
          since === null ? '' : strings.waitsSince(clockIn(zone, Date.parse(since)).hour),
      };
    case 'untouched':
      return {
        ...{ one: strings.untouched, many: strings.untouchedMany },
        ...(notice.step === 'alarm'
          ? { text: strings.alarmText, manyText: strings.alarmManyText }
          : { text: strings.insistText, manyText: strings.insistManyText }),
        list: { contacto: 'pendiente', orden: 'antiguos' },
        applies: (lead) => waitingSince(lead) !== null,
      };
    case 'reminders':
      return {
        ...{ one: strings.reminder, many: strings.reminders },
        ...{ text: strings.reminderText, manyText: strings.remindersText },
        list: { agenda: 'hoy', owner: 'me' },
        // It may have been postponed or reassigned meanwhile.
        applies: ({ owner_id, next_contact_on: day }) =>
          owner_id === id && day !== null && day <= clockIn(zone, Date.now()).day,
        isAgenda: true,
      };
    case 'lead_won': {
      const by = selectAddress().get({ id: notice.by })?.name ?? strings.someone;
      return {
        ...{ one: strings.won, many: strings.wonMany, text: strings.wonText(by), manyText: strings.wonManyText(by) },
        list: { estado: 'ganado' },
        // It may have been undone.
        applies: ({ estado }) => estado === 'ganado',
        note: (lead) => describePlan(lead) ?? strings.noPlan,
        act: (lead) =>
          lead.company_id === null ? { label: leadCompanyStrings.create, url: link(makeCompanyPath(lead.id)) } : null,
      };
    }
  }
}

/** What a notice still has to say when it is sent: those of its leads that it can name, and its address; null if none. */
export function readNews(notice: LeadNotice, person: Recipient) {
  const { leads, total } = notice;
  const about = describe(notice, person);
  const found = findLeads(leads).filter((lead) => about.applies?.(lead) ?? true);
  const [first] = found;
  if (!first) return null;
  const left = total - (leads.length - found.length);
  const isOne = left === 1;
  return {
    ...{ about, found, first, left, isOne },
    what: isOne ? about.one : about.many(left),
    url: link(isOne ? panelPath({}, first.id) : panelPath(about.list)),
    act: isOne ? (about.act?.(first) ?? null) : null,
  };
}

export function findLeads(ids: readonly number[]): Lead[] {
  return ids.flatMap((id) => lookUpLead(id) ?? []);
}
