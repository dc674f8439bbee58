import { addDays, daysBetween, weekdayOf } from '~/shared/leads/days';
import type { ContactChannel } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import type { MessageKind } from '~/shared/leads/message';
import { isClosed } from '~/shared/leads/waiting';
import type { DialledCountry } from '~/shared/phones/numbering';
import { atOffice, MINUTE_MS, officeDay, officeMoment, workday } from './calendar';
import type { Dice } from './dice';
import { type Person, writeNote } from './people';
import type { Step, Story } from './stories';
import type { NoteName } from './words/notes';

/** A WhatsApp message; one of ours without an author was written on the phone. */
export type Message = {
  direction: 'in' | 'out';
  kind: MessageKind;
  body: string | null;
  author?: string | null;
  /** The other side's. */
  reaction?: string;
};

/** Something that happened to a lead. A note is an event with text. */
export type SeedEvent = {
  at: number;
  lead: SeedLead;
  actorId: string | null;
  type: LeadEventType;
  field?: string;
  from?: string | null;
  to?: string | null;
  body?: string;
  message?: Message;
};

/** A lead as its story leaves it. */
export type SeedLead = Pick<
  Lead,
  | 'nombre'
  | 'email'
  | 'whatsapp'
  | 'estado'
  | 'client_type'
  | 'source'
  | 'mensaje'
  | 'empresa'
  | 'owner_id'
  | 'next_contact_on'
  | 'next_contact_at'
  | 'plan'
  | 'billing'
  | 'lost_reason'
  | 'import_id'
> & {
  at: number;
  pais: DialledCountry;
  first_contacted_at: number | null;
  deleted_at: number | null;
  /** A contact attempt with its outcome still unsaid. */
  attempt: { user_id: string; opened_at: number } | null;
  /** When it was won, if ever. */
  won_at: number | null;
  /** Their first message after our last one. */
  awaiting_reply_since: number | null;
};

type ChangedField = Extract<keyof SeedLead, keyof Lead>;

const OPENED: Record<ContactChannel, LeadEventType> = {
  whatsapp: 'whatsapp_opened',
  call: 'call_started',
  email: 'email_opened',
};
const WEEKDAYS = ['el domingo', 'el lunes', 'el martes', 'el miércoles', 'el jueves', 'el viernes', 'el sábado'];
const WEEK = 7;
const NOTED_PART = 0.8;

/** Tells a lead's story up to now, as the product would have recorded it. */
export class StoryBuilder {
  readonly happened: SeedEvent[] = [];
  readonly #today: string;

  constructor(
    readonly lead: SeedLead,
    private readonly of: { person: Person; dice: Dice; now: number },
  ) {
    this.#today = officeDay(of.now);
  }

  happen(at: number, actorId: string | null, type: LeadEventType, more: Partial<SeedEvent> = {}): void {
    this.happened.push({ at, lead: this.lead, actorId, type, ...more });
  }

  change<Field extends ChangedField>(at: number, actorId: string | null, field: Field, to: SeedLead[Field]): void {
    const from = this.lead[field];
    if (from === to) return;
    this.lead[field] = to;
    this.happen(at, actorId, 'changed', { field, from: from as string | null, to: to as string | null });
  }

  note(at: number, actorId: string, body: string): void {
    this.happen(at, actorId, 'note_added', { body });
  }

  /** A message that was written; our first one is the first contact. */
  write(at: number, message: Message): void {
    const isOurs = message.direction === 'out';
    const { author = null } = message;
    this.happen(at, author, isOurs ? 'message_sent' : 'message_received', { message });
    this.lead.awaiting_reply_since = isOurs ? null : (this.lead.awaiting_reply_since ?? at);
    if (!isOurs || this.lead.first_contacted_at !== null) return;
    this.lead.first_contacted_at = at;
    this.change(at, null, 'estado', 'contactado');
  }

  /** Opens a channel to the person, which claims an unowned lead. */
  open(at: number, ownerId: string, by: ContactChannel = 'whatsapp'): void {
    const channel = this.lead.whatsapp === null ? 'email' : by;
    this.happen(at, ownerId, OPENED[channel]);
    if (this.lead.owner_id === null) this.change(at, ownerId, 'owner_id', ownerId);
  }

  /** Tells a story from its first contact up to now. */
  addStory({ steps }: Story, first: number, ownerId: string): void {
    let next = first;
    for (const [place, step] of steps.entries()) {
      // Today's plans are still to be done.
      if (place > 0 && officeDay(next) >= this.#today) return;
      next = this.#take(next, step, steps[place + 1], { isFirst: place === 0, ownerId });
    }
  }

  #settle(at: number, day: string | null, hour: string | null, ownerId: string): void {
    this.change(at, ownerId, 'next_contact_on', day);
    this.change(at, ownerId, 'next_contact_at', hour);
  }

  /** Carries out a step over some minutes; returns the moment of the next. */
  #take(start: number, step: Step, next: Step | undefined, who: { isFirst: boolean; ownerId: string }): number {
    const { isFirst, ownerId } = who;
    let at = start;
    const later = (most: number) => {
      at += this.of.dice.whole(20, most * 60) * 1000;
      return at;
    };
    if (isFirst) this.#contact(at, ownerId, later);
    else if (step.by) this.#reach(at, ownerId, step);
    if (step.settles) this.#clear(step.settles, later(4), ownerId);
    if (step.to) {
      this.change(later(6), ownerId, 'estado', step.to);
      this.lead.won_at = step.to === 'ganado' ? at : null;
      if (isClosed(this.lead)) this.#settle(at, null, null, ownerId);
      this.change(at, ownerId, 'lost_reason', step.reason ?? null);
    }
    const plan = this.#plan(at, next);
    // Not everything gets written down.
    if (step.note && (isClosed(this.lead) || this.of.dice.chance(NOTED_PART)))
      this.note(later(9), ownerId, this.#write(step.note, sayDay(at, plan.day)));
    if (!isClosed(this.lead)) this.#settle(later(2), next ? plan.day : null, next ? plan.clock : null, ownerId);
    return plan.happens;
  }

  /** Avoids repeating a note within a lead, while there are other words. */
  #write(name: NoteName, dia: string): string {
    const draft = () => writeNote(name, this.of.person, dia, this.of.dice);
    let body = draft();
    for (let tries = 0; tries < 5 && this.happened.some((one) => one.body === body); tries++) body = draft();
    return body;
  }

  /** The day of the next step, and when it really happens: that day, unless postponed or forgotten. */
  #plan(at: number, next: Step | undefined) {
    const dice = this.of.dice;
    const day = workday(addDays(officeDay(at), dice.whole(...(next?.after ?? [1, 1]))));
    const hour = dice.chance(0.35) ? dice.whole(19, 35) : null;
    const late = dice.chance(0.14) ? dice.whole(1, 4) : dice.chance(0.05) ? dice.whole(8, 20) : 0;
    const minutes = (hour === null ? dice.whole(555, 1080) : hour * 30) + dice.whole(0, 12);
    return {
      day,
      clock: hour === null ? null : clockOf(hour * 30),
      happens: officeMoment(workday(addDays(day, late)), minutes),
    };
  }

  /** The first contact counts from when the channel was opened, once it is confirmed. */
  #contact(at: number, ownerId: string, later: (most: number) => number): void {
    this.open(at, ownerId);
    const said = later(7);
    this.happen(said, ownerId, 'contact_confirmed', {
      to: this.lead.whatsapp === null ? 'email' : 'whatsapp',
    });
    this.lead.first_contacted_at ??= at;
    this.change(said, ownerId, 'estado', 'contactado');
    if (this.lead.client_type === null && this.of.person.isOpen) {
      const known = later(3);
      this.change(known, ownerId, 'client_type', this.of.person.client_type);
      this.change(known, ownerId, 'empresa', this.of.person.empresa);
    }
  }

  /** Opens a channel and, for a call, records the outcome. */
  #reach(at: number, ownerId: string, { by, note }: Step): void {
    this.open(at, ownerId, by);
    if (by !== 'call' || this.lead.whatsapp === null) return;
    const unanswered = this.happened.length % 2 === 0 ? 'no_answer' : 'message';
    this.happen(at, ownerId, 'call_ended', { to: note === 'silent' ? unanswered : 'answered' });
  }

  #clear(what: 'plan' | 'billing', at: number, ownerId: string): void {
    this.change(at, ownerId, 'plan', this.of.person.plan);
    if (what === 'billing') this.change(at, ownerId, 'billing', this.of.dice.chance(0.64) ? 'anual' : 'mensual');
  }
}

/** Minutes past midnight as 'HH:MM'. */
function clockOf(minutes: number): string {
  return new Date(minutes * MINUTE_MS).toISOString().slice('1970-01-01T'.length, '1970-01-01T00:00'.length);
}

/** When they talk again, in people's words. */
function sayDay(at: number, day: string): string {
  const days = daysBetween(officeDay(at), day);
  if (days > 3 * WEEK) return 'el mes que viene';
  if (days > WEEK) return 'la semana que viene';
  return days === 1 ? 'mañana' : (WEEKDAYS[weekdayOf(day)] ?? '');
}

/** When the team answers an enquiry: soon in office hours, later outside them. */
export function answerMoment(at: number, dice: Dice, { speed }: { speed: number }): number {
  const opens = atOffice(at);
  if (opens === at) return atOffice(at + dice.around(14 / speed) * MINUTE_MS);
  // Somebody checks the phone in the evening.
  if (dice.chance(0.12)) return at + dice.between(3, 50) * MINUTE_MS;
  return atOffice(opens + dice.between(4, 120 / speed) * MINUTE_MS);
}
