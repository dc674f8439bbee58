import { beforeEach, expect, test } from 'vitest';
import { getDb, inTransaction } from '~/server/database/connection';
import { addLead } from '~/server/leads/create-lead';
import { receiveWhatsapp } from '~/server/leads/messages/dispatch-event';
import type { WhatsappEvent } from '~/server/whatsapp/webhook-events';
import { provideOwnDatabase } from '../support/own-database';
import { seededRandom } from '../support/seeded-random';

provideOwnDatabase();

const HOUR_MS = 3_600_000;
const NOW = Math.floor(Date.now() / 1000) * 1000;
const at = (minute: number) => new Date(NOW - HOUR_MS + minute * 60_000).toISOString();

beforeEach(() => {
  getDb()
    .prepare(
      `INSERT OR IGNORE INTO whatsapp_connection (id, phone_number_id, display_phone_number, token_box, app_secret_box,
         verify_token_box, connected_at) VALUES (1, '1', '+1', x'00', x'00', x'00', ?)`,
    )
    .run(at(0));
});

function forget(): void {
  for (const table of ['messages', 'message_statuses', 'message_reactions', 'leads', 'deliveries', 'enquiry_bytes'])
    getDb().exec(`DELETE FROM ${table}`);
}

/** What must not depend on the order. */
function stateOf() {
  return {
    leads: getDb()
      .prepare(
        `SELECT nombre, whatsapp, pais, source, estado, created_at, mensaje, tema, plan, first_contacted_at, answered_in,
           awaiting_reply_since, deleted_at FROM leads ORDER BY id`,
      )
      .all(),
    messages: getDb()
      .prepare('SELECT wamid, lead_id IS NULL AS nobodys, direction, body, is_past, at FROM messages ORDER BY wamid')
      .all(),
    statuses: getDb().prepare('SELECT wamid, status, error FROM message_statuses ORDER BY wamid').all(),
    reactions: getDb().prepare('SELECT wamid, direction, emoji FROM message_reactions ORDER BY wamid').all(),
    events: getDb()
      .prepare(
        `SELECT type, messages.wamid, created_at FROM lead_events JOIN messages ON messages.id = CAST(to_value AS INTEGER)
         WHERE type IN ('message_received', 'message_sent') ORDER BY wamid`,
      )
      .all(),
  };
}

type Dice = ReturnType<typeof seededRandom>;

function shuffle<Item>(items: readonly Item[], roll: Dice): Item[] {
  const left = [...items];
  return items.map(() => left.splice(roll(left.length), 1)[0] as Item);
}

function message(
  wamid: string,
  direction: 'in' | 'out',
  minute: number,
  more: Partial<WhatsappEvent> = {},
): WhatsappEvent {
  return {
    type: 'message',
    ...{ wamid, direction, number: '5491123456789', name: 'Marta Gómez', at: at(minute), kind: 'text' },
    ...{ body: `Palabras de ${wamid}`, file: null, reply_to: null, isPast: false },
    ...more,
  } as WhatsappEvent;
}

const status = (wamid: string, name: 'sent' | 'delivered' | 'read' | 'failed', minute: number): WhatsappEvent => ({
  ...{ type: 'status', wamid, status: name, at: at(minute), sent_as: null },
  error: name === 'failed' ? 131026 : null,
});

const reaction = (wamid: string, emoji: string, minute: number): WhatsappEvent => ({
  ...{ type: 'reaction', wamid, direction: 'in', emoji, at: at(minute) },
});

/** A conversation in its own order: up to four of theirs and of ours, some of ours never arrived. */
function converse(roll: Dice): WhatsappEvent[] {
  const events: WhatsappEvent[] = [];
  let minute = 5;
  for (let n = 0; n < 2 + roll(6); n++) {
    minute += 1 + roll(3);
    const isOurs = roll(2) === 0;
    const wamid = `wamid.${n}`;
    const body = roll(6) === 0 ? 'Hola. Quiero saber más del plan Chat con IA.' : undefined;
    events.push(message(wamid, isOurs ? 'out' : 'in', minute, body === undefined ? {} : { body }));
    if (isOurs) {
      events.push(status(wamid, 'sent', minute));
      if (roll(3) === 0) events.push(status(wamid, 'failed', minute));
      else events.push(status(wamid, 'delivered', minute), status(wamid, 'read', minute + 1));
    }
    if (roll(4) === 0) events.push(reaction(wamid, '👍', minute + 1), reaction(wamid, '', minute + 2));
  }
  return events;
}

const processAll = (heard: readonly WhatsappEvent[]) => {
  for (const one of heard) inTransaction(() => receiveWhatsapp(one));
};

function makeLead() {
  const content = {
    ...{ nombre: 'Marta', email: 'marta@x.example.com', whatsapp: '+54 9 11 2345-6789' },
    pais: 'Argentina',
    ...{ client_type: null, mensaje: 'Hola', empresa: null, source: 'landing', submission_id: null },
  } as const;
  inTransaction(() => addLead(content, null, { createdAt: at(0) }));
}

test.each([
  ['a lead that was there', makeLead],
  ['a stranger', () => {}],
])('whatever order things are told in, and however often, the state of %s is the same', (_whose, begin) => {
  for (let seed = 1; seed <= 80; seed++) {
    const roll = seededRandom(seed);
    const events = converse(roll);
    forget();
    begin();
    processAll(events);
    const expected = stateOf();
    const repeated = shuffle([...events, ...events.filter(() => roll(3) === 0)], roll);
    forget();
    begin();
    processAll(repeated);
    expect(stateOf(), `seed ${seed}`).toEqual(expected);
  }
});

test('whoever wrote last and is not us awaits an answer, since the first of what was not answered', () => {
  forget();
  makeLead();
  const since = () => getDb().prepare('SELECT awaiting_reply_since FROM leads').pluck().get();
  processAll([message('a', 'in', 10), message('b', 'in', 12)]);
  expect(since()).toBe(at(10));
  processAll([message('c', 'out', 13)]);
  expect(since()).toBeNull();
  processAll([message('d', 'in', 14), message('e', 'in', 15)]);
  expect(since()).toBe(at(14));
  // A message from in between that arrives late answers the first.
  processAll([{ ...message('f', 'out', 14), at: new Date(Date.parse(at(14)) + 1000).toISOString() } as WhatsappEvent]);
  expect(since()).toBe(at(15));
  // One that never arrived answers nothing.
  processAll([message('g', 'out', 16)]);
  expect(since()).toBeNull();
  processAll([status('g', 'failed', 17)]);
  expect(since()).toBe(at(15));
  // A reaction neither asks nor answers.
  processAll([reaction('c', '👍', 20)]);
  expect(since()).toBe(at(15));
});

test('history fills a story and asks nothing; told again as news, it is news', () => {
  forget();
  const past = message('a', 'in', 10, { isPast: true });
  processAll([past, message('b', 'out', 11, { isPast: true })]);
  expect(stateOf()).toMatchObject({ leads: [], messages: [] });
  makeLead();
  processAll([past, message('b', 'out', 9, { isPast: true })]);
  expect(stateOf().leads).toMatchObject([
    { estado: 'nuevo', awaiting_reply_since: null, first_contacted_at: at(9), answered_in: 540 },
  ]);
  expect(getDb().prepare("SELECT count(*) FROM deliveries WHERE kind <> 'webhook'").pluck().get()).toBe(0);
  processAll([message('a', 'in', 10)]);
  expect(stateOf().leads).toMatchObject([{ awaiting_reply_since: at(10) }]);
});

test('what we wrote before somebody came is no answer to them', () => {
  forget();
  processAll([message('a', 'out', 2), message('b', 'in', 10)]);
  expect(stateOf().leads).toMatchObject([
    { first_contacted_at: null, estado: 'nuevo', awaiting_reply_since: at(10), created_at: at(10) },
  ]);
  expect(stateOf().messages).toMatchObject([{ nobodys: 0 }, { nobodys: 0 }]);
});
