import { lookUpLead } from '~/server/leads/leads';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { waitingSince } from '~/shared/leads/waiting';
import { clockIn } from '~/shared/notices/wall-clock';
import { noticeMailStrings as strings } from '~/shared/strings/notices/mails';
import { link } from './mails/notice-mail';
import type { LeadNotice } from './notice';
import type { Recipient } from './recipients';

type About = {
  one: string;
  many: (total: number) => string;
  /** The complete list. */
  list: LeadFilters;
  /** Whether it still applies to a lead when it is sent. */
  applies?: (lead: Lead, person: Recipient) => boolean;
};

const ABOUT: Record<LeadNotice['kind'], About> = {
  new_leads: { one: strings.newLead, many: strings.newLeads, list: { contacto: 'pendiente' } },
  awaiting_reply: {
    one: strings.wrote,
    many: strings.wroteMany,
    list: { contacto: 'respuesta' },
    applies: (lead) => lead.awaiting_reply_since !== null,
  },
  untouched: {
    one: strings.untouched,
    many: strings.untouchedMany,
    list: { contacto: 'pendiente', orden: 'antiguos' },
    applies: (lead) => waitingSince(lead) !== null,
  },
  reminders: {
    one: strings.reminder,
    many: strings.reminders,
    list: { agenda: 'hoy', owner: 'me' },
    // It may have been postponed or reassigned meanwhile.
    applies: ({ owner_id, next_contact_on: day }, { id, zone }) =>
      owner_id === id && day !== null && day <= clockIn(zone, Date.now()).day,
  },
  lead_won: {
    one: strings.won,
    many: strings.wonMany,
    list: { estado: 'ganado' },
    // It may have been undone.
    applies: ({ estado }) => estado === 'ganado',
  },
};

/** What a notice still has to say when it is sent: those of its leads that it can name, and its address; null if none. */
export function readNews({ kind, leads, total }: LeadNotice, person: Recipient) {
  const { one, many, list, applies } = ABOUT[kind];
  const found = findLeads(leads).filter((lead) => applies?.(lead, person) ?? true);
  const [first] = found;
  if (!first) return null;
  const left = total - (leads.length - found.length);
  const isOne = left === 1;
  return {
    ...{ found, first, left, isOne },
    what: isOne ? one : many(left),
    url: link(isOne ? panelPath({}, first.id) : panelPath(list)),
  };
}

export function findLeads(ids: readonly number[]): Lead[] {
  return ids.flatMap((id) => lookUpLead(id) ?? []);
}
