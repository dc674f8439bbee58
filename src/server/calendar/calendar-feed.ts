import { createHash } from 'node:crypto';
import ical, { ICalAlarmType, ICalEventTransparency } from 'ical-generator';
import { addDays, dayIn } from '~/shared/leads/days';
import { momentAt } from '~/shared/notices/wall-clock';
import { calendarStrings as strings } from '~/shared/strings/accounts/calendar';
import { crmStrings } from '~/shared/strings/crm';
import { query } from '../database/connection';
import { getSettings } from '../env';
import { zoneOf } from '../notices/settings/settings';

/** Nobody reads a calendar for what is overdue by more. */
const DAYS_BACK = 90;
const DAYS_AHEAD = 366;
const MAX_EVENTS = 1000;
const CONTACT_MINUTES = 30;
const REFRESH_SECONDS = 15 * 60;

/** `next_contact_at` is '' where no hour was set. */
type PlannedLead = {
  id: number;
  nombre: string;
  next_contact_on: string;
  next_contact_at: string;
  changed_at: string;
  /** How often its date or hour was changed. */
  moves: number;
};

/** A person's next contacts between two days, earliest first. */
const selectPlanned = query<[{ owner_id: string; from: string; to: string; limit: number }], PlannedLead>(
  `SELECT id, nombre, next_contact_on, next_contact_at, max(created_at, last_activity_at) AS changed_at,
     (SELECT count(*) FROM lead_events WHERE lead_id = leads.id AND type = 'changed'
        AND field IN ('next_contact_on', 'next_contact_at')) AS moves
   FROM leads INDEXED BY leads_by_next_contact
   WHERE deleted_at IS NULL AND owner_id = :owner_id AND next_contact_on BETWEEN :from AND :to
   ORDER BY next_contact_on, next_contact_at, created_at, id
   LIMIT :limit`,
);

/**
 * A person's next contacts as iCalendar (RFC 5545). Hours are in the zone where they use the panel; without an hour the
 * contact takes the whole day. Timed contacts have an alarm from today on: programs would show past ones as missed, and
 * the morning's digest covers contacts without an hour. Equal contacts give equal text and `etag`, by which a program
 * learns nothing changed; it is weak, as the text may be sent compressed. SEQUENCE rises with each change of a date, by
 * which a program takes the later version.
 */
export function renderFeed(userId: string, now: number): { text: string; etag: string } {
  const zone = zoneOf(userId);
  const { SITE_URL } = getSettings();
  const today = dayIn(zone, now);
  const leads = selectPlanned().all({
    owner_id: userId,
    from: addDays(today, -DAYS_BACK),
    to: addDays(today, DAYS_AHEAD),
    limit: MAX_EVENTS,
  });
  const calendar = ical({
    name: strings.calendarName(crmStrings.brand),
    prodId: { company: crmStrings.brand, product: crmStrings.product, language: 'ES' },
    ttl: REFRESH_SECONDS,
  });
  for (const lead of leads) {
    const url = `${SITE_URL}/panel?lead=${lead.id}`;
    calendar.createEvent({
      id: `lead-${lead.id}@${new URL(SITE_URL).hostname}`,
      ...timesOf(lead, zone),
      summary: strings.event(lead.nombre),
      description: strings.open(url),
      url,
      stamp: new Date(lead.changed_at),
      lastModified: new Date(lead.changed_at),
      sequence: lead.moves,
      transparency: ICalEventTransparency.TRANSPARENT,
      alarms:
        lead.next_contact_at === '' || lead.next_contact_on < today
          ? []
          : [{ type: ICalAlarmType.display, trigger: 0 }],
    });
  }
  const text = calendar.toString();
  return { text, etag: `W/"${createHash('sha256').update(text).digest('base64url')}"` };
}

/** In UTC, so no calendar has to know the zone. */
function timesOf({ next_contact_on: day, next_contact_at: hour }: PlannedLead, zone: string) {
  if (hour === '') return { start: new Date(`${day}T00:00:00Z`), allDay: true };
  const start = momentAt(day, hour, zone);
  return { start: new Date(start), end: new Date(start + CONTACT_MINUTES * 60_000) };
}
