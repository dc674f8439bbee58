import type { DialledCountry } from '~/shared/phones/numbering';
import { importStrings } from '~/shared/strings/imports';
import { type Arrival, listArrivals } from './arrivals';
import { atOffice, DAY_MS, HOUR_MS, MINUTE_MS, officeDay, officeMoment } from './calendar';
import { addConversations, addLines } from './conversations';
import { type Dice, makeDice } from './dice';
import { makePeople, type Person, plain, writeMessage, writeNote, writeOriginNote } from './people';
import { FAIR, SCRIPTED_LEADS, WAITING } from './scripted-leads';
import { FORGOTTEN, IMPORTED, STORIES, type Story } from './stories';
import { answerMoment, type SeedEvent, type SeedLead, StoryBuilder } from './story-builder';
import { UNKNOWN_SENDERS } from './words/conversations';
import { SPAM } from './words/enquiries';

const ENQUIRIES = 820;
const SOON_MS = 2 * HOUR_MS;
/** Longest time from a first contact to its note. */
const CONTACT_MS = 25 * MINUTE_MS;
const YEAR_MS = 365 * DAY_MS;
/** People write again at the earliest after this long. */
const AGAIN_MS = 25 * DAY_MS;

/** A member who works leads, and since when. */
export type Worker = { id: string; since: number; part: number };

type SeededPerson = { person: Person; builder: StoryBuilder };

/** A year of events in order, and the leads they result in: deterministic, but for the dates. */
export function simulateYear(workers: readonly Worker[], adminId: string, now: number): SeedEvent[] {
  const year = new Year(workers, adminId, now);
  for (const arrival of listArrivals(ENQUIRIES, now)) year.tellArrival(arrival);
  for (const one of SCRIPTED_LEADS) year.tellByHand(one);
  year.tellFair();
  for (const [place, one] of WAITING.entries()) year.tellWaiting(one, place);
  for (const [place, one] of UNKNOWN_SENDERS.entries()) year.tellStranger(one, place);
  for (const [place, text] of SPAM.entries()) year.tellSpam(text, place);
  addConversations(
    year.told.map(({ builder }) => builder),
    now,
  );
  return year.told.flatMap(({ builder }) => builder.happened).sort((a, b) => a.at - b.at);
}

class Year {
  readonly told: SeededPerson[] = [];
  readonly #makePerson = makePeople();

  constructor(
    readonly workers: readonly Worker[],
    readonly adminId: string,
    readonly now: number,
  ) {}

  tellArrival({ at, pais, key }: Arrival): void {
    const dice = makeDice(key);
    const known = dice.chance(0.02) ? this.#findFormer(at, pais) : undefined;
    const person = known?.person ?? this.#makePerson(dice, pais);
    const source = sourceOf(person, known !== undefined, dice);
    // Manual entries happen in office hours.
    const opens = atOffice(at);
    const isShifted = source === 'crm_manual' && opens !== at;
    const came = isShifted ? opens + dice.between(5, 200) * MINUTE_MS : at;
    if (came > this.now - CONTACT_MS) return;
    const owner = known?.builder.lead.owner_id ?? this.#chooseWorker(came, dice);
    const mensaje = source === 'landing' || source === 'api' ? writeMessage(person, dice, known !== undefined) : null;
    const hasNumberOnly = source === 'api' && person.whatsapp !== null && key % 4 === 0;
    const told = hasNumberOnly ? { ...person, email: '' } : person;
    const builder = this.#begin(told, { at: came, source, mensaje, dice, madeBy: owner });
    const isForgotten = source !== 'crm_manual' && person.client_type !== 'otros' && dice.chance(0.025);
    const speed = 1 + Math.max(0, 1 - (this.now - came) / YEAR_MS);
    const first =
      source === 'crm_manual'
        ? came + dice.between(2, 30) * MINUTE_MS
        : isForgotten
          ? atOffice(came + dice.between(46, 70) * HOUR_MS) + dice.between(0, 60) * MINUTE_MS
          : answerMoment(came, dice, { speed });
    if (first > this.now - CONTACT_MS) return;
    builder.addStory(
      chooseStory(person, isForgotten ? FORGOTTEN : STORIES, first - came <= SOON_MS, dice),
      first,
      owner,
    );
  }

  /** Somebody from this country who wrote a while ago. */
  #findFormer(at: number, pais: DialledCountry): SeededPerson | undefined {
    return this.told.findLast(
      ({ person, builder }) =>
        person.pais === pais && person.client_type !== 'otros' && builder.lead.at < at - AGAIN_MS,
    );
  }

  tellByHand(one: (typeof SCRIPTED_LEADS)[number]): void {
    const { nombre, empresa, pais, client_type, daysAgo, minutes, story, plan, mensaje } = one;
    const dice = makeDice(5000 + daysAgo);
    const made = this.#makePerson(dice, pais, client_type);
    const email = `${plain(nombre).replace(' ', '.')}@correo.example.com`;
    const person = { ...made, nombre, empresa, email, plan, isOpen: true };
    const at = atOffice(this.now - daysAgo * DAY_MS) + dice.whole(5, 150) * MINUTE_MS;
    const builder = this.#begin(person, { at, source: 'landing', mensaje, dice });
    const told = STORIES.find(({ name }) => name === story);
    if (!told) throw new Error(`no story is called '${story}'`);
    builder.addStory(told, at + minutes * MINUTE_MS, this.#chooseWorker(at, dice));
  }

  /** People imported from a fair's file: their first contact was at the fair. */
  tellFair(): void {
    const at = atOffice(this.now - FAIR.daysAgo * DAY_MS) + 95 * MINUTE_MS;
    for (let place = 0; place < FAIR.people; place++) {
      const dice = makeDice(3000 + place);
      const person = this.#makePerson(
        dice,
        dice.chance(0.8) ? 'Argentina' : 'Uruguay',
        dice.chance(0.8) ? 'inmobiliaria' : 'constructora',
      );
      const source = importStrings.source(FAIR.file);
      const how = { at, source, mensaje: null, dice, madeBy: this.adminId, isImported: true } as const;
      const builder = this.#begin(person, how);
      const { lead } = builder;
      lead.at = this.now - (FAIR.daysAgo + dice.whole(1, FAIR.days)) * DAY_MS;
      lead.at = officeMoment(officeDay(lead.at), dice.whole(10 * 60, 19 * 60));
      lead.first_contacted_at = lead.at;
      lead.client_type = person.client_type;
      lead.empresa = person.empresa;
      const owner = this.#chooseWorker(at, dice);
      builder.change(at, this.adminId, 'owner_id', owner);
      if (place % 3 === 0) builder.note(at, this.adminId, writeNote('fair', person, '', dice));
      const first = atOffice(at + dice.between(0.2, 9) * DAY_MS) + dice.between(0, 200) * MINUTE_MS;
      builder.addStory(chooseStory(person, IMPORTED, false, dice), first, owner);
    }
  }

  tellWaiting({ nombre, pais, minutesAgo, mensaje, again, opened }: (typeof WAITING)[number], place: number): void {
    const dice = makeDice(4000 + place);
    const former = again ? this.told.find(({ person }) => person.nombre === nombre) : undefined;
    const email = `${plain(nombre).replace(' ', '.')}@correo.example.com`;
    const person = former?.person ?? { ...this.#makePerson(dice, pais), nombre, email };
    const at = this.now - minutesAgo * MINUTE_MS;
    const builder = this.#begin(person, { at, source: 'landing', mensaje, dice });
    if (!opened) return;
    const [, , third] = this.workers;
    const user_id = third?.id ?? this.adminId;
    builder.open(at + opened * MINUTE_MS, user_id);
    builder.lead.attempt = { user_id, opened_at: at + opened * MINUTE_MS };
  }

  /** Somebody who wrote to the company's number. */
  tellStranger({ nombre, minutesAgo, lines }: (typeof UNKNOWN_SENDERS)[number], place: number): void {
    const dice = makeDice(7000 + place);
    const person = { ...this.#makePerson(dice, 'Argentina'), nombre, email: '' };
    const at = this.now - minutesAgo * MINUTE_MS;
    const [first] = lines;
    const builder = this.#begin(person, { at, source: 'whatsapp', mensaje: first?.text ?? null, dice });
    addLines(builder, lines, at, this.now);
    if (builder.lead.first_contacted_at === null) return;
    const owner = this.#chooseWorker(at, dice);
    builder.change(builder.lead.first_contacted_at + 2 * MINUTE_MS, owner, 'owner_id', owner);
  }

  /** Spam, put in the trash as soon as seen. */
  tellSpam(mensaje: string, place: number): void {
    const dice = makeDice(6000 + place);
    const at = atOffice(this.now - (3 + 8 * place) * DAY_MS) + dice.whole(5, 150) * MINUTE_MS;
    const person = { ...this.#makePerson(dice, 'España'), whatsapp: null };
    const builder = this.#begin(person, { at, source: 'landing', mensaje, dice });
    builder.lead.deleted_at = at + (20 + 7 * place) * MINUTE_MS;
    builder.happen(builder.lead.deleted_at, this.#chooseWorker(at, dice), 'deleted');
  }

  #begin(
    person: Person,
    how: {
      at: number;
      source: string;
      mensaje: string | null;
      dice: Dice;
      madeBy?: string;
      isImported?: true;
    },
  ): StoryBuilder {
    const { at, source, mensaje, dice, isImported } = how;
    const isByHand = source === 'crm_manual';
    const { nombre, email, whatsapp, pais, client_type, empresa } = person;
    const lead: SeedLead = {
      ...{ at, nombre, email, whatsapp, pais, source, mensaje, estado: 'nuevo' },
      ...{ client_type: isByHand ? client_type : null, empresa: isByHand ? empresa : null },
      ...{ owner_id: null, next_contact_on: null, next_contact_at: null, plan: null, billing: null },
      ...{ lost_reason: null, deleted_at: null, attempt: null, won_at: null },
      awaiting_reply_since: null,
      // A lead entered by hand has been spoken with.
      first_contacted_at: isByHand ? at : null,
      import_id: isImported ? FAIR.id : null,
    };
    const builder = new StoryBuilder(lead, { person, dice, now: this.now });
    const maker = isByHand || isImported ? (how.madeBy ?? null) : null;
    builder.happen(at, maker, 'created', { to: source });
    if (isByHand && maker) builder.note(at + MINUTE_MS, maker, writeOriginNote(person, dice));
    if (isByHand && maker) builder.change(at + MINUTE_MS, maker, 'owner_id', maker);
    this.told.push({ person, builder });
    return builder;
  }

  #chooseWorker(at: number, dice: Dice): string {
    const there = this.workers.filter(({ since }) => since <= at);
    return dice.weigh(there, ({ part }) => part).id;
  }
}

function sourceOf({ client_type }: Person, isAgain: boolean, dice: Dice): string {
  if (isAgain || client_type === 'otros') return 'landing';
  return dice.weigh(
    [
      ['landing', 76],
      ['crm_manual', 15],
      ['api', 9],
    ] as const,
    ([, weight]) => weight,
  )[0];
}

function chooseStory({ client_type }: Person, stories: readonly Story[], isSoon: boolean, dice: Dice): Story {
  const isNone = (story: Story) => story.name === 'no customer';
  const fitting = stories.filter((story) => isNone(story) === (client_type === 'otros'));
  return dice.weigh(fitting.length > 0 ? fitting : stories, ({ soon, late }) => (isSoon ? soon : late));
}
