import { lookUpLead } from '~/server/leads/leads';
import type { MailList } from '~/server/mail/render';
import { cutText } from '~/shared/clean-text';
import { weekdayOf } from '~/shared/leads/days';
import { makeCompanyPath, panelPath } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { describePlan } from '~/shared/leads/values';
import type { Trouble } from '~/shared/notices/settings';
import { clockIn } from '~/shared/notices/wall-clock';
import { leadCompanyStrings } from '~/shared/strings/lead/person';
import { leadStrings } from '~/shared/strings/leads';
import { noticeMailStrings as strings } from '~/shared/strings/notices/mails';
import { readDigest } from '../daily-schedule/digest-contents';
import { type LeadNotice, LISTS, type Notice, type Recipient, stillApplies } from '../notice';
import { selectAddress } from '../recipient-queries';
import { link, type NoticeMail, shortDay } from './notice-mail';
import { writeWeeklySummary } from './weekly-summary';

const QUOTED = 300;

/** The text of a notice; null if nothing is left to say. */
export async function writeNoticeMail(notice: Notice, person: Recipient): Promise<NoticeMail | null> {
  switch (notice.kind) {
    case 'new_leads':
      return writeLeads(notice, person, {
        one: strings.newLead,
        many: strings.newLeads,
        text: strings.newLeadText,
        manyText: strings.newLeadsText,
      });
    case 'awaiting_reply':
      return writeLeads(notice, person, {
        one: strings.wrote,
        many: strings.wroteMany,
        text: strings.wroteText,
        manyText: strings.wroteManyText,
        // What they wrote is read in the CRM only.
        about: ({ awaiting_reply_since: since }) =>
          since === null ? '' : strings.waitsSince(clockIn(person.zone, Date.parse(since)).hour),
      });
    case 'untouched': {
      const isAlarm = notice.step === 'alarm';
      return writeLeads(notice, person, {
        one: strings.untouched,
        many: strings.untouchedMany,
        text: isAlarm ? strings.alarmText : strings.insistText,
        manyText: isAlarm ? strings.alarmManyText : strings.insistManyText,
      });
    }
    case 'reminders':
      return writeLeads(notice, person, {
        one: strings.reminder,
        many: strings.reminders,
        text: strings.reminderText,
        manyText: strings.remindersText,
        isAgenda: true,
      });
    case 'lead_won': {
      const by = selectAddress().get({ id: notice.by })?.name ?? strings.someone;
      return writeLeads(notice, person, {
        one: strings.won,
        many: strings.wonMany,
        text: strings.wonText(by),
        manyText: strings.wonManyText(by),
        about: (lead) => describePlan(lead) ?? strings.noPlan,
        act: ({ id, company_id }) =>
          company_id === null ? { label: leadCompanyStrings.create, url: link(makeCompanyPath(id)) } : null,
      });
    }
    case 'digest':
      return writeDigest(notice, person);
    case 'numbers':
      return writeWeeklySummary(notice.monday, person);
    case 'trouble':
      return writeTrouble(notice);
    case 'heavy_reading':
      return writeHeavyReading(notice.token);
    case 'template_spending':
      return writeTemplateSpending(notice);
  }
}

type Words = {
  one: string;
  many: (total: number) => string;
  text: string;
  manyText: string;
  /** Shows next contacts instead of arrivals. */
  isAgenda?: boolean;
  /** Replaces the person's message. */
  about?: (lead: Lead) => string;
  /** The action to take on a lead, if any. */
  act?: (lead: Lead) => { label: string; url: string } | null;
};

function writeLeads(
  notice: LeadNotice,
  person: Recipient,
  { one, many, text, manyText, isAgenda, about, act }: Words,
): NoticeMail | null {
  const { leads, total } = notice;
  const found = findLeads(leads).filter((lead) => stillApplies(notice, lead, person));
  const [first] = found;
  if (!first) return null;
  const left = total - (leads.length - found.length);
  const items = found.map((lead) => {
    const item = describeLead(lead, person.zone, isAgenda);
    return about ? { ...item, lines: [...item.lines.slice(0, 1), about(lead)] } : item;
  });
  const isOne = left === 1;
  const url = link(isOne ? panelPath({}, first.id) : panelPath(LISTS[notice.kind]));
  const seeAll = isAgenda ? strings.seeAllContacts(left) : strings.seeAll(left);
  return {
    consoleLabel: isOne ? one : many(left),
    content: {
      subject: isOne ? `${one}: ${summarise(first, isAgenda)}` : nameFirst(many(left), found, left),
      paragraphs: [isOne ? text : manyText],
      lists: [{ items }],
      action: (isOne && act?.(first)) || { label: isOne ? strings.open : seeAll, url },
      footnotes: [],
    },
  };
}

function writeDigest({ day, from }: Extract<Notice, { kind: 'digest' }>, person: Recipient): NoticeMail | null {
  const { digest } = strings;
  const found = readDigest(person, day, from);
  const agendaPart = (name: 'today' | 'overdue', agenda: 'hoy' | 'vencidos') => ({
    part: found[name],
    summary: digest[name](found[name].total),
    heading: digest.headings[name](found[name].total),
    list: { agenda, owner: 'me' } as LeadFilters,
    isAgenda: true,
  });
  const parts = [
    {
      part: found.new,
      summary: digest.new(found.new.total),
      heading: digest.headings.new(shortDay(from), found.new.total),
      list: { from },
      isAgenda: false,
    },
    agendaPart('today', 'hoy'),
    agendaPart('overdue', 'vencidos'),
  ].filter(({ part }) => part.total > 0);
  if (parts.length === 0) return null;
  const weekday = digest.weekdays[weekdayOf(day)] ?? '';
  return {
    consoleLabel: digest.called,
    content: {
      subject: digest.subject(`${weekday} ${shortDay(day)}`, parts.map(({ summary }) => summary).join(', ')),
      paragraphs: [digest.text],
      lists: parts.map(
        ({ part, heading, list, isAgenda }): MailList => ({
          heading,
          items: findLeads(part.leads).map((lead) => describeLead(lead, person.zone, isAgenda)),
          // In the reader's zone, in which the counts are made.
          all: { label: digest.all, url: link(panelPath({ ...list, tz: person.zone })) },
        }),
      ),
      footnotes: [],
    },
  };
}

/** Where administrators can fix it. */
const SEEN_AT: Partial<Record<Trouble, string>> = {
  webhooks: '/users/destinos',
  destinations: '/users/destinos',
  whatsapp: '/users/whatsapp',
  mails: '/users/destinos',
  push: '/users/destinos',
};

function writeTrouble({ trouble, isOver, about }: Extract<Notice, { kind: 'trouble' }>): NoticeMail {
  const { subject, text, over } = strings.troubles[trouble];
  const path = SEEN_AT[trouble];
  const content = {
    subject: isOver ? over : about ? `${subject}: ${about}` : subject,
    paragraphs: [isOver ? strings.overText : text],
    ...(path && { action: { label: strings.seeDeliveries, url: link(path) } }),
    footnotes: [strings.becauseAdmin],
  };
  return { content, consoleLabel: content.subject };
}

function writeHeavyReading(token: string): NoticeMail {
  const { subject, text, see } = strings.heavyReading;
  const content = {
    subject: subject(token),
    paragraphs: [text],
    action: { label: see, url: link('/users/tokens') },
    footnotes: [strings.becauseAdmin],
  };
  return { content, consoleLabel: content.subject };
}

function writeTemplateSpending({ sent, ceiling }: Extract<Notice, { kind: 'template_spending' }>): NoticeMail {
  const { subject, text } = strings.templateSpending;
  const content = {
    subject: subject(sent, ceiling),
    paragraphs: [text(sent, ceiling)],
    action: { label: strings.seeDeliveries, url: link('/users/whatsapp') },
    footnotes: [strings.becauseAdmin],
  };
  return { content, consoleLabel: content.subject };
}

function findLeads(ids: readonly number[]): Lead[] {
  return ids.flatMap((id) => lookUpLead(id) ?? []);
}

const NAMED_IN_SUBJECT = 3;
const NAME_IN_SUBJECT = 40;

/** '5 consultas nuevas: Ana Pérez, Bruno Díaz, Carla Paz y 2 más'. */
function nameFirst(what: string, found: readonly Lead[], total: number): string {
  const names = found.slice(0, NAMED_IN_SUBJECT).map(({ nombre }) => cutText(nombre, NAME_IN_SUBJECT));
  return strings.named(what, names, total - names.length);
}

/** 'Ana Pérez, México', or with the hour of a next contact. */
function summarise({ nombre, pais, next_contact_at }: Lead, isAgenda = false): string {
  const detail = isAgenda ? next_contact_at : pais;
  return detail ? `${nombre}, ${detail}` : nombre;
}

function describeLead(lead: Lead, zone: string, isAgenda = false) {
  const { id, nombre, pais, whatsapp, email, mensaje, created_at, next_contact_on, next_contact_at } = lead;
  const { lost_reason, source } = lead;
  const came = clockIn(zone, Date.parse(created_at));
  const moment = isAgenda
    ? [
        next_contact_on && shortDay(next_contact_on),
        next_contact_at ?? strings.noHour,
        lost_reason && strings.lost(leadStrings.lostReasons[lost_reason]),
      ]
    : [strings.arrived(shortDay(came.day), came.hour)];
  const about = [...moment, pais, whatsapp, email].filter(Boolean).join(' · ');
  // What they wrote by WhatsApp is read in the CRM only.
  const quoted =
    source !== 'whatsapp' && mensaje && (mensaje.length > QUOTED ? `${mensaje.slice(0, QUOTED).trimEnd()}…` : mensaje);
  return {
    title: nombre,
    url: link(panelPath({}, id)),
    lines: [about, ...(quoted && !isAgenda ? [`«${quoted}»`] : [])],
  };
}
