import type { MailList } from '~/server/mail/render';
import { cutText } from '~/shared/clean-text';
import { weekdayOf } from '~/shared/leads/days';
import { panelPath } from '~/shared/leads/filter-params';
import type { LeadFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { Trouble } from '~/shared/notices/settings';
import { clockIn } from '~/shared/notices/wall-clock';
import { leadStrings } from '~/shared/strings/leads';
import { noticeMailStrings as strings } from '~/shared/strings/notices/mails';
import { readDigest } from '../digests-and-reminders';
import { findLeads, readNews } from '../notice-words';
import type { LeadNotice, Notice } from '../notify';
import type { Recipient } from '../recipients';
import { link, type NoticeMail, shortDay } from './notice-mail';
import { writeWeeklySummary } from './weekly-summary';

const QUOTED = 300;

/** The text of a notice; null if nothing is left to say. */
export async function writeNoticeMail(notice: Notice, person: Recipient): Promise<NoticeMail | null> {
  if ('leads' in notice) return writeLeads(notice, person);
  switch (notice.kind) {
    case 'digest':
      return writeDigest(notice, person);
    case 'numbers':
      return writeWeeklySummary(notice.monday, person);
    case 'trouble': {
      const { trouble, isOver, about } = notice;
      const { subject, text, over } = strings.troubles[trouble];
      return isOver
        ? writeToAdmins(over, strings.overText, SEEN_AT[trouble])
        : writeToAdmins(about ? `${subject}: ${about}` : subject, text, SEEN_AT[trouble]);
    }
    case 'heavy_reading': {
      const { subject, text, see } = strings.heavyReading;
      return writeToAdmins(subject(notice.token), text, '/users/tokens', see);
    }
    case 'template_spending': {
      const { subject, text } = strings.templateSpending;
      const { sent, ceiling } = notice;
      return writeToAdmins(subject(sent, ceiling), text(sent, ceiling), '/users/whatsapp');
    }
  }
}

function writeLeads(notice: LeadNotice, person: Recipient): NoticeMail | null {
  const news = readNews(notice, person);
  if (!news) return null;
  const { about, found, first, left, isOne, what, url, act } = news;
  const { isAgenda, note } = about;
  const items = found.map((lead) => {
    const item = describeLead(lead, person.zone, isAgenda);
    return note ? { ...item, lines: [...item.lines.slice(0, 1), note(lead)] } : item;
  });
  const seeAll = isAgenda ? strings.seeAllContacts(left) : strings.seeAll(left);
  return {
    consoleLabel: what,
    content: {
      subject: isOne ? `${what}: ${summarise(first, isAgenda)}` : nameFirst(what, found, left),
      paragraphs: [isOne ? about.text : about.manyText],
      lists: [{ items }],
      action: act ?? { label: isOne ? strings.open : seeAll, url },
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

const DELIVERIES = '/users/destinos';
/** Where administrators can fix it. */
const SEEN_AT: Partial<Record<Trouble, string>> = {
  webhooks: DELIVERIES,
  destinations: DELIVERIES,
  whatsapp: '/users/whatsapp',
  mails: DELIVERIES,
  push: DELIVERIES,
};

function writeToAdmins(
  subject: string,
  text: string,
  path?: string,
  label: string = strings.seeDeliveries,
): NoticeMail {
  return {
    consoleLabel: subject,
    content: {
      subject,
      paragraphs: [text],
      ...(path && { action: { label, url: link(path) } }),
      footnotes: [strings.becauseAdmin],
    },
  };
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
