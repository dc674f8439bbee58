import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import type { EmailChoice } from '~/shared/notices/settings';
import type { Trouble } from '~/shared/notices/troubles';
import { clockIn } from '~/shared/notices/wall-clock';

/** Somebody who can be told: active staff, with what they chose or what the team's settings say. */
export type Person = {
  id: string;
  email: EmailChoice;
  weekly: boolean;
  troubles: boolean;
  /** Whether they have a device that may notify them. */
  push: boolean;
  zone: string;
  takesLeads: boolean;
  isAdmin: boolean;
};

/** The first of some leads, in order, and how many there are. Nothing about the people: it is read when it is told. */
export type NamedLeads = { leads: number[]; total: number };

/** What people are told. */
export type Notice =
  | ({ kind: 'new_leads' } & NamedLeads)
  /** Nobody has touched them: to everybody on duty again, or to the administrators. */
  | ({ kind: 'untouched'; step: 'insist' | 'alarm' } & NamedLeads)
  /** Next contacts whose hour has come. */
  | ({ kind: 'reminders' } & NamedLeads)
  /** `by`: who won them. */
  | ({ kind: 'lead_won'; by: string } & NamedLeads)
  /** Of the reader's own day; `from`: the day whose enquiries it counts as new, and those after it. */
  | { kind: 'digest'; day: string; from: string }
  /** Of the week before a Monday of the reader's own. */
  | { kind: 'numbers'; monday: string }
  /** `about`: what it is about, where there may be several. */
  | { kind: 'trouble'; trouble: Trouble; isOver: boolean; about?: string }
  /** A program has read unusually many leads today; `token`: its name. */
  | { kind: 'heavy_reading'; token: string };

/**
 * So long a message waits that tells of a lead that was won: by then its plan has been said, and whoever pressed by mistake has
 * taken it back.
 */
export const WON_WAITS_MS = 15_000;

/** How many leads a message names; of the rest it says how many they are. */
export const MOST_NAMED = 20;
/** Counting ends here. */
export const MOST_COUNTED = 100_000;

/** What names leads. */
export type LeadNotice = Extract<Notice, NamedLeads>;

/** Whether there still is something to say about a lead, when it is told to somebody. */
export function isStillDue(
  { kind }: LeadNotice,
  lead: Lead,
  { id, zone }: Pick<Person, 'id' | 'zone'>,
): boolean {
  switch (kind) {
    case 'new_leads':
      return true;
    case 'untouched':
      return isWaiting(lead);
    case 'lead_won':
      // It may have been taken back.
      return lead.estado === 'ganado';
    case 'reminders':
      // It may have been put off, or given to a colleague, while a mail could not leave.
      return (
        lead.owner_id === id &&
        lead.next_contact_on !== null &&
        lead.next_contact_on <= clockIn(zone, Date.now()).day
      );
  }
}

/** The lists that hold all of the leads of which a notice names the first. */
export const LISTS: Record<LeadNotice['kind'], LeadFilters> = {
  new_leads: { contacto: 'pendiente' },
  untouched: { contacto: 'pendiente', orden: 'antiguos' },
  reminders: { agenda: 'hoy', owner: 'me' },
  lead_won: { estado: 'ganado' },
};
