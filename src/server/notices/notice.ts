import type { Lead } from '~/shared/leads/lead';
import type { LeadFilters } from '~/shared/leads/schema';
import { waitingSince } from '~/shared/leads/waiting';
import type { EmailChoice, Trouble } from '~/shared/notices/settings';
import { clockIn } from '~/shared/notices/wall-clock';

/** Somebody who can be notified: active staff, with their own choices or the team's. */
export type Recipient = {
  id: string;
  email: EmailChoice;
  weekly: boolean;
  troubles: boolean;
  /** Whether they have a subscribed device. */
  push: boolean;
  zone: string;
  takesLeads: boolean;
  isAdmin: boolean;
};

/** The first leads, in order, and the total. Without personal data, which is read when the notice is sent. */
export type NamedLeads = { leads: number[]; total: number };

/** What people are notified of. */
export type Notice =
  | ({ kind: 'new_leads' } & NamedLeads)
  /** They wrote, and wait for an answer. */
  | ({ kind: 'awaiting_reply' } & NamedLeads)
  /** Untouched enquiries: a reminder to everybody on duty, then an escalation to administrators. Steps are stored. */
  | ({ kind: 'untouched'; step: 'insist' | 'alarm' } & NamedLeads)
  /** Next contacts whose hour has come. */
  | ({ kind: 'reminders' } & NamedLeads)
  /** `by`: who won them. */
  | ({ kind: 'lead_won'; by: string } & NamedLeads)
  /** In the reader's zone; enquiries count as new from the day `from` on. */
  | { kind: 'digest'; day: string; from: string }
  /** The week before this Monday, in the reader's zone. */
  | { kind: 'numbers'; monday: string }
  /** `about`: which one, if there may be several. */
  | { kind: 'trouble'; trouble: Trouble; isOver: boolean; about?: string }
  /** A program has read unusually many leads today; `token` is its name. */
  | { kind: 'heavy_reading'; token: string }
  /** Half of the messages from a template that a day may have. */
  | { kind: 'template_spending'; sent: number; ceiling: number };

/** A way to reach people. */
export type Channel = {
  name: 'mail' | 'push';
  /** Whether this person wants such notices here. */
  wants: (person: Recipient, kind: Notice['kind']) => boolean;
  /** Puts a message into the outbox, in the caller's transaction. */
  enqueue: (person: Recipient, notice: Notice) => void;
};

/** Delay of a win's message: by then the plan is entered, and a slip is undone. */
export const WIN_NOTICE_DELAY_MS = 15_000;

/** How many leads a message names; the rest are only counted. */
export const MAX_LEADS_NAMED = 20;
/** Counting stops here. */
export const MAX_COUNTED = 100_000;

/** Notices that name leads. */
export type LeadNotice = Extract<Notice, NamedLeads>;

/** Whether a notice still applies to a lead when it is sent. */
export function stillApplies({ kind }: LeadNotice, lead: Lead, { id, zone }: Pick<Recipient, 'id' | 'zone'>): boolean {
  switch (kind) {
    case 'new_leads':
      return true;
    case 'awaiting_reply':
      return lead.awaiting_reply_since !== null;
    case 'untouched':
      return waitingSince(lead) !== null;
    case 'lead_won':
      // It may have been undone.
      return lead.estado === 'ganado';
    case 'reminders':
      // It may have been postponed or reassigned while the mail waited.
      return (
        lead.owner_id === id && lead.next_contact_on !== null && lead.next_contact_on <= clockIn(zone, Date.now()).day
      );
  }
}

/** The complete list behind each notice. */
export const LISTS: Record<LeadNotice['kind'], LeadFilters> = {
  new_leads: { contacto: 'pendiente' },
  awaiting_reply: { contacto: 'respuesta' },
  untouched: { contacto: 'pendiente', orden: 'antiguos' },
  reminders: { agenda: 'hoy', owner: 'me' },
  lead_won: { estado: 'ganado' },
};
