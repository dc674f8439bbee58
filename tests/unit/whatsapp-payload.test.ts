import { describe, expect, test } from 'vitest';
import { splitPayload, wrapPart } from '~/server/whatsapp/payload-parts';
import { type ReadPart, readPart } from '~/server/whatsapp/read-payload';
import type { WhatsappEvent } from '~/server/whatsapp/webhook-events';
import {
  accountUpdateChange,
  answering,
  appStateChange,
  bodyOf,
  echoesChange,
  echoOf,
  everyType,
  historyChange,
  makeWamid,
  messageOf,
  messagesChange,
  reactionOf,
  statusOf,
  systemOf,
  textOf,
} from '../support/meta-webhooks';

const meta = {
  number: { id: '106540352242922', display_phone_number: '+54 9 11 5555-0000', verified_name: 'Costanera' },
  businessAccountId: '102290129340398',
};
const marta = { number: '5491155554444', name: 'Marta Giménez' };
const at = new Date('2026-11-21T03:11:00.000Z');
const AT = at.toISOString();

const read = (body: unknown): ReadPart[] =>
  splitPayload(typeof body === 'string' ? body : JSON.stringify(body)).map((part) => readPart(part, meta.number.id));
const heardIn = (parts: ReadPart[]): WhatsappEvent[] =>
  parts.flatMap((part) => (typeof part === 'object' ? (part.events ?? []) : []));
const unknownIn = (parts: ReadPart[]): string[] =>
  parts.flatMap((part) => (typeof part === 'object' && 'unknown' in part ? [part.unknown] : []));
const parseChanges = (...changes: Parameters<typeof bodyOf>[1]) => heardIn(read(bodyOf(meta, changes)));
const parseMessage = (message: object) => {
  const [first] = parseChanges(messagesChange(meta, { contacts: [marta], messages: [message] }));
  return first as Extract<WhatsappEvent, { type: 'message' }>;
};

describe('what somebody writes', () => {
  test('is heard with who wrote it, when and what it answers', () => {
    const message = answering(textOf(marta, '¿Cuánto sale?', { at }), 'wamid.antes');
    expect(parseChanges(messagesChange(meta, { contacts: [marta], messages: [message] }))).toEqual([
      {
        type: 'message',
        ...{ wamid: message.id, direction: 'in', number: marta.number, name: marta.name, at: AT },
        ...{ kind: 'text', body: '¿Cuánto sale?', file: null, reply_to: 'wamid.antes', isPast: false },
        ...{ userId: null, referral: null },
      },
    ]);
  });

  test('is told in words where words can tell it, and as its kind otherwise', () => {
    const described = Object.entries(everyType(marta, '77')).map(([type, message]) => {
      const { kind, body, file } = parseMessage(message);
      return [type, kind, body, file];
    });
    const file = (mime_type: string, name: string | null = null) => ({ media_id: '77', mime_type, name });
    expect(described).toEqual([
      ['text', 'text', 'Hola, vi el plan Chat con IA', null],
      ['image', 'image', 'El frente', file('image/jpeg')],
      ['audio', 'audio', null, file('audio/ogg; codecs=opus')],
      ['video', 'video', 'La recorrida', file('video/mp4')],
      ['document', 'document', 'La tasación', file('application/pdf', 'Tasación.pdf')],
      ['sticker', 'sticker', null, file('image/webp')],
      ['location', 'location', 'Obelisco\nAv. 9 de Julio, Buenos Aires\n-34.6037, -58.3816', null],
      ['contacts', 'contacts', 'Carla Sosa: +54 9 351 555-1234', null],
      ['button', 'button', 'Quiero saber más', null],
      ['interactive', 'interactive', 'Chat con IA', null],
      ['order', 'order', '2 productos\nSon para dos', null],
      ['unsupported', 'unsupported', null, null],
    ]);
    const all = Object.values(everyType(marta));
    expect(unknownIn(read(bodyOf(meta, [messagesChange(meta, { messages: all })])))).toEqual([]);
  });

  test('hides nothing: a file shows its name in order, a text and a name hold no mark', () => {
    const document = {
      id: '77',
      filename: 'factura\u202efdp.exe',
      caption: 'Mi\u2066rá\u0085esto\u200b',
      mime_type: 'a/b\u202e',
    };
    const from = { ...marta, name: '\u202eMarta\u2069' };
    const [heard] = parseChanges(
      messagesChange(meta, { contacts: [from], messages: [messageOf(marta, 'document', document)] }),
    );
    expect(heard).toMatchObject({
      ...{ name: 'Marta', body: 'Mirá\nesto', file: { name: 'facturafdp.exe', mime_type: 'a/b' } },
    });
  });

  test('of a type that is not known is a message all the same, and is kept', () => {
    const parts = read(bodyOf(meta, [messagesChange(meta, { messages: [messageOf(marta, 'poll', { name: 'x' })] })]));
    expect(heardIn(parts)).toMatchObject([{ type: 'message', kind: 'other', body: null, number: marta.number }]);
    expect(unknownIn(parts)).toEqual(['poll']);
  });

  test('loses what cannot be stored, and is cut where it is too long', () => {
    expect(parseMessage(textOf(marta, 'a\u0000b\u0007 \ud800 c\n\td ')).body).toBe('ab \ufffd c\n\td');
    expect(parseMessage(textOf(marta, ' \u0000 ')).body).toBeNull();
    const long = parseMessage(textOf(marta, 'ñ'.repeat(70_000))).body ?? '';
    expect([long.length, long.at(-1)]).toEqual([5000, '…']);
    expect(parseMessage(textOf(marta, `${'a'.repeat(4998)}😀😀`)).body?.isWellFormed()).toBe(true);
  });

  test('names the profile of its own number only', () => {
    const other = { number: '5491166667777', name: 'Otra' };
    const messages = [textOf(marta, 'Uno'), textOf(other, 'Dos'), textOf({ number: '34600111222' }, 'Tres')];
    const names = parseChanges(messagesChange(meta, { contacts: [marta, other], messages }));
    expect(names.map((one) => 'name' in one && one.name)).toEqual(['Marta Giménez', 'Otra', null]);
  });

  test('keeps the digits as they come: the old prefixes are for our own number rules', () => {
    const numbers = ['5491155554444', '5215577919191', '+34600111222'];
    expect(numbers.map((number) => parseMessage(textOf({ number }, 'Hola')).number)).toEqual([
      '5491155554444',
      '5215577919191',
      '34600111222',
    ]);
  });
});

describe('what is no message', () => {
  test('a reaction names the message, and an empty one takes it back', () => {
    const messages = [reactionOf(marta, 'wamid.x', '👍', { at }), reactionOf(marta, 'wamid.x', undefined, { at })];
    expect(parseChanges(messagesChange(meta, { messages }))).toEqual(
      ['👍', ''].map((emoji) => ({ type: 'reaction', wamid: 'wamid.x', direction: 'in', emoji, at: AT })),
    );
  });

  test('a status tells how far one of ours came, why it failed, and as what it was sent', () => {
    const sent = { wamid: 'wamid.y', to: marta.number, biz_opaque_callback_data: 'msg_1' };
    const statuses = [
      statusOf(sent, 'delivered', {}, at),
      statusOf({ ...sent, biz_opaque_callback_data: '' }, 'failed', { code: 131047 }, at),
      { ...statusOf(sent, 'read', {}, at), status: 'played' },
    ];
    const about = { type: 'status', wamid: 'wamid.y', at: AT };
    expect(parseChanges(messagesChange(meta, { statuses }))).toEqual([
      { ...about, status: 'delivered', error: null, sent_as: 'msg_1' },
      { ...about, status: 'failed', error: 131047, sent_as: null },
      { ...about, status: 'read', error: null, sent_as: 'msg_1' },
    ]);
  });

  test('a changed number or a deleted message are read as such, and what has no words or is a group’s is kept', () => {
    const messages = [
      systemOf(marta, '5491199990000'),
      messageOf(marta, 'edit', { original_message_id: 'wamid.x' }),
      messageOf(marta, 'revoke', { original_message_id: 'wamid.x' }),
      textOf(marta, 'En un grupo', { group_id: 'g1' }),
    ];
    const parts = read(bodyOf(meta, [messagesChange(meta, { messages })]));
    expect(heardIn(parts).map(({ type }) => type)).toEqual(['move', 'version']);
    expect(unknownIn(parts)).toEqual(['edit', 'text']);
  });

  test('the address book is not kept, and other fields of the account are', () => {
    expect(read(bodyOf(meta, [appStateChange(meta, [marta])]))).toEqual(['nothing']);
    expect(read(bodyOf(meta, [accountUpdateChange(meta)]))).toEqual([{ unknown: 'account_update' }]);
  });
});

describe('what was written on the phone', () => {
  test('is ours, to whom it was written', () => {
    const message = echoOf(meta, marta, 'text', { body: 'Hola Marta' }, { at });
    expect(parseChanges(echoesChange(meta, [message]))).toMatchObject([
      { direction: 'out', number: marta.number, body: 'Hola Marta', at: AT, isPast: false },
    ]);
    const reaction = echoOf(meta, marta, 'reaction', { message_id: 'wamid.x', emoji: '🙏' });
    expect(parseChanges(echoesChange(meta, [reaction]))).toMatchObject([{ type: 'reaction', direction: 'out' }]);
  });

  test('before the number was connected is past, on both sides, with how far it came', () => {
    const messages = [
      { ...textOf({ number: '5491155550000' }, 'Hola', { at }), history_context: { status: 'READ' } },
      { ...textOf(marta, 'Buenas', { at }), history_context: { status: 'READ' } },
      {
        ...textOf({ number: '5491155550000' }, '¿Sigue?', { at }),
        history_context: { from_me: true, status: 'error' },
      },
      messageOf(marta, 'media_placeholder', undefined, { at }),
    ];
    const [first, second, third] = messages;
    expect(parseChanges(historyChange(meta, [{ number: marta.number, messages }]))).toMatchObject([
      { type: 'message', direction: 'out', number: marta.number, body: 'Hola', isPast: true },
      { type: 'status', wamid: first?.id, status: 'read' },
      { type: 'message', wamid: second?.id, direction: 'in', number: marta.number, isPast: true },
      { type: 'message', wamid: third?.id, direction: 'out', isPast: true },
      { type: 'status', wamid: third?.id, status: 'failed' },
    ]);
  });

  test('past files come later, by themselves', () => {
    const value = messagesChange(meta, { messages: [everyType(marta).image ?? {}] }).value;
    expect(parseChanges({ field: 'history', value })).toMatchObject([{ kind: 'image', direction: 'in', isPast: true }]);
  });

  test('is not told where the company shares no past', () => {
    const value = { history: [{ errors: [{ code: 2593109, title: 'History sharing is turned off' }] }] };
    const { value: shell } = historyChange(meta, []);
    expect(read(bodyOf(meta, [{ field: 'history', value: { ...shell, ...value } }]))).toEqual(['nothing']);
  });
});

describe('whatever comes', () => {
  test('another number’s messages are not ours to hear', () => {
    const other = { ...meta, number: { ...meta.number, id: '999' } };
    const change = messagesChange(other, { messages: [textOf(marta, 'Para otra oficina')] });
    expect(read(bodyOf(meta, [change]))).toEqual(['other number']);
  });

  test('one unreadable thing takes nothing else along', () => {
    const messages = [
      { ...textOf(marta, 'Sin hora'), timestamp: 'ayer' },
      { ...textOf(marta, 'Sin id'), id: undefined },
      { ...textOf(marta, 'De nadie'), from: undefined },
      null,
      'hola',
      { ...textOf(marta, 'Id eterno'), id: 'w'.repeat(301) },
      textOf(marta, 'Entera'),
    ];
    const parts = read(
      bodyOf(meta, [{ field: 3, value: {} } as never, messagesChange(meta, { messages: messages as object[] })]),
    );
    expect(unknownIn(parts)).toHaveLength(7);
    expect(heardIn(parts)).toMatchObject([{ body: 'Entera' }]);
  });

  test.each(['', 'null', '[]', '{}', '{"entry":{}}', '{"entry":[]}', 'no es JSON', '[[[[[['])(
    '%s is kept as unknown',
    (body) => {
      expect(unknownIn(read(body))).toEqual(['body']);
    },
  );

  test('a part told again by itself says the same', () => {
    const messages = [...Object.values(everyType(marta)), reactionOf(marta, 'wamid.x', '👍')];
    const changes = [
      messagesChange(meta, {
        contacts: [marta],
        messages,
        statuses: [statusOf({ wamid: makeWamid(), to: '1' }, 'read')],
      }),
      echoesChange(meta, [echoOf(meta, marta, 'text', { body: 'Hola' })]),
      historyChange(meta, [{ number: marta.number, messages: [textOf(marta, 'Antes')] }]),
    ];
    const parts = splitPayload(JSON.stringify(bodyOf(meta, changes)));
    expect(parts.length).toBe(messages.length + 3);
    for (const part of parts) {
      const again = splitPayload(wrapPart(part) ?? '');
      expect(again.map((one) => readPart(one, meta.number.id))).toEqual([readPart(part, meta.number.id)]);
    }
  });
});
