import { addDays, daysBetween, weekdayOf } from '~/shared/leads/days';
import type { ContactChannel } from '~/shared/leads/enums';
import type { LeadEventType } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { planName } from '~/shared/leads/plans';
import { isClosed } from '~/shared/leads/waiting';
import { MINUTE_MS, officeDay, officeMoment, toText, workday } from './calendar';
import type { Dice } from './chance';
import { fill, type Person } from './people';
import type { Line } from './scripted';
import { MOMENTS, type Story } from './stories';

/** A lead as its story leaves it. */
export type SeedLead = Pick<Lead, 'nombre' | 'email' | 'whatsapp' | 'estado' | 'client_type' | 'source' | 'mensaje'> &
  Pick<Lead, 'empresa' | 'owner_id' | 'next_contact_on' | 'next_contact_at' | 'plan' | 'billing' | 'lost_reason'> & {
    at: number;
    pais: Person['pais'];
    import_id: number | null;
    first_contacted_at: number | null;
    deleted_at: number | null;
    /** Their first message after our last one. */
    awaiting_reply_since: number | null;
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
  message?: Line;
};

const OPENED = { whatsapp: 'whatsapp_opened', call: 'call_started', email: 'email_opened' } as const;
const WEEKDAYS = ['el domingo', 'el lunes', 'el martes', 'el miércoles', 'el jueves', 'el viernes', 'el sábado'];

/** Tells a lead's story up to now, as the product would have recorded it. */
export class LeadStory {
  readonly happened: SeedEvent[] = [];
  readonly #said = new Set<string>();

  constructor(
    readonly lead: SeedLead,
    readonly person: Person,
    private readonly dice: Dice,
  ) {}

  happen(at: number, actorId: string | null, type: LeadEventType, more: Partial<SeedEvent> = {}): void {
    this.happened.push({ at, lead: this.lead, actorId, type, ...more });
  }

  change<Field extends keyof SeedLead>(at: number, actorId: string | null, field: Field, to: SeedLead[Field]): void {
    const from = this.lead[field];
    if (from === to) return;
    this.lead[field] = to;
    this.happen(at, actorId, 'changed', { field, from: from as string | null, to: to as string | null });
  }

  /** Messages that were written; our first one is the first contact. */
  write(lines: readonly Line[], now: number): void {
    for (const message of lines) {
      const at = now - message.minutesAgo * MINUTE_MS;
      const isTheirs = message.by === 'them';
      const author = message.by === 'owner' ? this.lead.owner_id : null;
      this.happen(at, author, isTheirs ? 'message_received' : 'message_sent', { message });
      this.lead.awaiting_reply_since = isTheirs ? (this.lead.awaiting_reply_since ?? at) : null;
      if (isTheirs || this.lead.first_contacted_at !== null) continue;
      this.lead.first_contacted_at = at;
      this.change(at, null, 'estado', 'contactado');
    }
  }

  /** Opens a channel to the person, which claims an unowned lead. */
  open(at: number, ownerId: string, by: ContactChannel = 'whatsapp'): ContactChannel {
    const channel = this.lead.whatsapp === null ? 'email' : by;
    this.happen(at, ownerId, OPENED[channel]);
    if (this.lead.owner_id === null) this.change(at, ownerId, 'owner_id', ownerId);
    return channel;
  }

  /** Tells a story from its first contact up to yesterday: today's plans are still to be done. */
  tell(story: Story, first: number, ownerId: string, now: number): void {
    const moments = Object.keys(story) as (keyof Story)[];
    let at = first;
    for (const [place, moment] of moments.entries()) {
      if (place > 0 && officeDay(at) >= officeDay(now)) return;
      const next = moments[place + 1];
      at = this.#live(moment, { start: at, isFirst: place === 0, days: next && story[next], ownerId });
    }
  }

  /** Carries out a moment over some minutes; returns when the next one is, `days` later. */
  #live(name: keyof Story, about: { start: number; isFirst: boolean; days: number | undefined; ownerId: string }) {
    const { start, isFirst, days, ownerId } = about;
    const { by, to, reason, settles, notes } = MOMENTS[name];
    const { dice, lead, person } = this;
    let at = start;
    const later = (most: number) => {
      at += dice.whole(20, most * 60) * 1000;
      return at;
    };
    if (isFirst) {
      // The first contact counts from when the channel was opened, once it is confirmed.
      const channel = this.open(at, ownerId);
      lead.first_contacted_at ??= at;
      this.happen(later(7), ownerId, 'contact_confirmed', { to: channel });
      this.change(at, ownerId, 'estado', 'contactado');
      if (lead.client_type === null && dice.chance(0.85)) {
        this.change(later(3), ownerId, 'client_type', person.client_type);
        this.change(at, ownerId, 'empresa', person.empresa);
      }
    } else if (by && this.open(at, ownerId, dice.pick(by)) === 'call') {
      const isReached = name !== 'silent' && name !== 'tried_again';
      this.happen(at, ownerId, 'call_ended', { to: isReached ? 'answered' : dice.pick(['no_answer', 'message']) });
    }
    if (settles) this.change(later(4), ownerId, 'plan', person.plan);
    if (settles === 'billing') this.change(at, ownerId, 'billing', dice.chance(0.64) ? 'anual' : 'mensual');
    if (to) this.change(later(6), ownerId, 'estado', to);
    this.change(at, ownerId, 'lost_reason', reason ?? null);
    // Some plans are postponed, and some forgotten.
    const day = workday(addDays(officeDay(at), Math.max(1, Math.round((days ?? 1) * dice.between(0.5, 1.5)))));
    const late = dice.chance(0.14) ? dice.whole(1, 4) : dice.chance(0.05) ? dice.whole(8, 20) : 0;
    const halfHour = dice.chance(0.35) ? dice.whole(19, 35) : null;
    const minutes = halfHour === null ? dice.whole(555, 1080) : halfHour * 30 + dice.whole(0, 12);
    if (notes.length > 0 && (isClosed(lead) || dice.chance(0.8))) {
      const words = { ...person.words, plan: planName(person.plan), dia: sayDay(at, day) };
      const unsaid = notes.filter((note) => !this.#said.has(note));
      const note = dice.pick(unsaid.length > 0 ? unsaid : notes);
      this.#said.add(note);
      this.happen(later(9), ownerId, 'note_added', { body: fill(note, words) });
    }
    const isPlanned = !isClosed(lead) && days !== undefined;
    this.change(later(2), ownerId, 'next_contact_on', isPlanned ? day : null);
    this.change(
      at,
      ownerId,
      'next_contact_at',
      isPlanned && halfHour !== null ? toText(halfHour * 30 * MINUTE_MS).slice(11, 16) : null,
    );
    return officeMoment(workday(addDays(day, late)), minutes);
  }
}

/** When they talk again, in people's words. */
function sayDay(at: number, day: string): string {
  const days = daysBetween(officeDay(at), day);
  if (days > 7) return days > 21 ? 'el mes que viene' : 'la semana que viene';
  return days === 1 ? 'mañana' : (WEEKDAYS[weekdayOf(day)] ?? '');
}
