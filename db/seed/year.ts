import { addDays, weekdayOf } from '~/shared/leads/days';
import { importStrings } from '~/shared/strings/imports';
import { atOffice, DAY_MS, HOUR_MS, MINUTE_MS, officeDay, officeMoment } from './calendar';
import { type Dice, makeDice } from './chance';
import { SPAM, writeMessage } from './enquiries';
import { LeadStory, type SeedEvent } from './lead-story';
import { addressOf, COUNTRIES, makePeople, type Person } from './people';
import { CONVERSATIONS, FAIR, SCRIPTED, STRANGERS } from './scripted';
import { STORIES } from './stories';

const ENQUIRIES = 820;
/** Stays clear of the year before, with which Números compares. */
const YEAR_MS = 364 * DAY_MS;
/** What is newer is scripted, and longer than anything takes from a first contact to its note. */
const BEFORE_NOW_MS = 25 * MINUTE_MS;
const SOON_MS = 2 * HOUR_MS;
/** People write again at the earliest after this long. */
const AGAIN_MS = 25 * DAY_MS;
/** When the company's number was connected: what people wrote before is not known. */
const CONNECTED_MS = 21 * DAY_MS;

/** Demand per hour of a day: peaks in the late morning and after dinner. */
const HOURS = [
  ...[0.5, 0.25, 0.1, 0.05, 0.05, 0.1, 0.2, 0.5, 1.1, 1.8, 2.3, 2.4],
  ...[1.9, 1.3, 1.2, 1.6, 1.8, 1.8, 1.7, 1.8, 2.2, 2.6, 2.2, 1.2],
];
/** From Sunday on: the part that writes on the day itself and not on the next. */
const WEEKDAYS = [0.75, 1, 1, 1, 1, 0.85, 0.6];

/** A member who works leads, and since when. */
export type Worker = { id: string; since: number; part: number };
type Beginning = { at: number; source: string; mensaje: string | null; dice: Dice; madeBy?: string };

/** A year of events in order, and the leads they result in: deterministic, but for the dates. */
export function simulateYear(workers: readonly Worker[], adminId: string, now: number): SeedEvent[] {
  const told: LeadStory[] = [];
  const makePerson = makePeople();

  function begin(person: Person, { at, source, mensaje, dice, madeBy }: Beginning): LeadStory {
    const { nombre, email, whatsapp, pais } = person;
    const isByHand = madeBy !== undefined;
    const lead = {
      ...{ at, nombre, email, whatsapp, pais, source, mensaje, estado: 'nuevo' as const, import_id: null },
      ...{ client_type: isByHand ? person.client_type : null, empresa: isByHand ? person.empresa : null },
      ...{ owner_id: null, next_contact_on: null, next_contact_at: null, plan: null, billing: null },
      ...{ lost_reason: null, deleted_at: null, awaiting_reply_since: null },
      // Whom somebody enters by hand they have spoken with.
      first_contacted_at: isByHand ? at : null,
    };
    const story = new LeadStory(lead, person, dice);
    story.happen(at, madeBy ?? null, 'created', { to: source });
    told.push(story);
    return story;
  }

  const chooseWorker = (at: number, dice: Dice) => {
    const there = workers.filter(({ since }) => since <= at);
    return dice.weigh(there, ({ part }) => part).id;
  };

  function tellEnquiry(place: number): void {
    const dice = makeDice(10_000 + place);
    const made = makePerson(dice);
    const written = momentOf(place, made, dice, now);
    const isFormer = ({ person, lead }: LeadStory) =>
      person.pais === made.pais && person.client_type !== 'otros' && lead.at < written - AGAIN_MS;
    const former = dice.chance(0.03) ? told.findLast(isFormer) : undefined;
    const person = former?.person ?? made;
    const isByHand = !former && person.client_type !== 'otros' && dice.chance(0.15);
    const at = isByHand ? atOffice(written) + dice.between(5, 200) * MINUTE_MS : written;
    if (at > now - BEFORE_NOW_MS) return;
    const owner = former?.lead.owner_id ?? chooseWorker(at, dice);
    const first = answerMoment(at, dice);
    const stories = STORIES[person.client_type === 'otros' ? 'nobody' : 'customer'];
    const { story } = dice.weigh(stories, ({ soon, late }) => (first - at <= SOON_MS ? soon : late));
    const begun = isByHand
      ? begin(person, { at, source: 'crm_manual', mensaje: null, dice, madeBy: owner })
      : begin(person, {
          ...{ at, dice, mensaje: writeMessage(person, dice, former !== undefined) },
          source: !former && dice.chance(0.1) ? 'api' : 'landing',
        });
    if (isByHand) begun.change(at, owner, 'owner_id', owner);
    if (first <= now - BEFORE_NOW_MS) begun.tell(story, first, owner, now);
  }

  function tellScripted(one: (typeof SCRIPTED)[number], place: number): void {
    const { nombre, pais, minutesAgo, mensaje, empresa = null, story, opened } = one;
    const dice = makeDice(5000 + place);
    const made = { ...makePerson(dice, pais), nombre, empresa, email: addressOf(nombre) };
    const person = told.find((former) => former.lead.nombre === nombre)?.person ?? made;
    const written = now - minutesAgo * MINUTE_MS;
    const at = story ? atOffice(written) + dice.whole(5, 150) * MINUTE_MS : written;
    const begun = begin(person, { at, source: 'landing', mensaje, dice });
    if (story) begun.tell(story, at + dice.whole(4, 35) * MINUTE_MS, chooseWorker(at, dice), now);
    if (opened) begun.open(at + opened * MINUTE_MS, chooseWorker(at, dice));
  }

  /** People imported from a fair's file, who had been spoken with there. */
  function tellFair(place: number): void {
    const dice = makeDice(3000 + place);
    const at = atOffice(now - FAIR.daysAgo * DAY_MS);
    const person = makePerson(dice, dice.pick(['Argentina', 'Argentina', 'Uruguay']));
    const source = importStrings.source(FAIR.file);
    const begun = begin(person, { at, source, mensaje: null, dice, madeBy: adminId });
    begun.lead.import_id = FAIR.id;
    const owner = chooseWorker(at, dice);
    begun.change(at, adminId, 'owner_id', owner);
    const first = atOffice(at + dice.between(0.2, 9) * DAY_MS) + dice.between(0, 200) * MINUTE_MS;
    begun.tell(dice.weigh(STORIES.fair, ({ soon }) => soon).story, first, owner, now);
  }

  /** Somebody who wrote to the company's number. */
  function tellStranger({ nombre, lines }: (typeof STRANGERS)[number], place: number): void {
    const dice = makeDice(7000 + place);
    const person = { ...makePerson(dice, 'Argentina'), nombre, email: '' };
    const [first] = lines;
    const at = now - (first?.minutesAgo ?? 0) * MINUTE_MS;
    const begun = begin(person, { at, source: 'whatsapp', mensaje: first?.text ?? null, dice });
    begun.write(lines, now);
    const answered = begun.lead.first_contacted_at;
    if (answered) begun.change(answered + 2 * MINUTE_MS, workers[0]?.id ?? null, 'owner_id', chooseWorker(at, dice));
  }

  /** Spam, put in the trash as soon as seen. */
  function tellSpam(mensaje: string, place: number): void {
    const dice = makeDice(6000 + place);
    const at = atOffice(now - (3 + 8 * place) * DAY_MS) + dice.whole(5, 150) * MINUTE_MS;
    const begun = begin({ ...makePerson(dice), whatsapp: null }, { at, source: 'landing', mensaje, dice });
    begun.lead.deleted_at = at + 20 * MINUTE_MS;
    begun.happen(begun.lead.deleted_at, chooseWorker(at, dice), 'deleted');
  }

  for (let place = 0; place < ENQUIRIES; place++) tellEnquiry(place);
  SCRIPTED.forEach(tellScripted);
  for (let place = 0; place < FAIR.people; place++) tellFair(place);
  STRANGERS.forEach(tellStranger);
  SPAM.forEach(tellSpam);
  // Some who are being attended to have a conversation, the newest first.
  const attended = told.filter(
    ({ lead, happened }) =>
      ['contactado', 'en_seguimiento'].includes(lead.estado) &&
      lead.whatsapp !== null &&
      now - lead.at < 2 * CONNECTED_MS &&
      happened.every(({ at }) => at < now - 5 * DAY_MS),
  );
  for (const [place, lines] of CONVERSATIONS.entries()) attended.at(-1 - place)?.write(lines, now);
  return told.flatMap(({ happened }) => happened).sort((a, b) => a.at - b.at);
}

/** When an enquiry is written: more of them each quarter, at the hours of the person's country. */
function momentOf(place: number, { pais }: Person, dice: Dice, now: number): number {
  const day = officeDay(now - YEAR_MS * (1 - ((place + 1) / ENQUIRIES) ** 0.75));
  const isThatDay = dice.chance(WEEKDAYS[weekdayOf(day)] ?? 1);
  const [hour] = dice.weigh([...HOURS.entries()], ([, demand]) => demand);
  return officeMoment(isThatDay ? day : addDays(day, 1), (hour + COUNTRIES[pais].behind + dice.between(0, 1)) * 60);
}

/** When the team answers: soon in office hours, later outside them. */
function answerMoment(at: number, dice: Dice): number {
  const opens = atOffice(at);
  if (opens === at) return atOffice(at + dice.between(1.5, 7) ** 2 * MINUTE_MS);
  // Somebody checks the phone in the evening.
  return dice.chance(0.12) ? at + dice.between(3, 50) * MINUTE_MS : opens + dice.between(4, 100) * MINUTE_MS;
}
