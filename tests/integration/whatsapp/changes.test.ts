import { describe, expect, test } from 'vitest';
import type { LeadMessage } from '~/shared/leads/message';
import { provideConversations } from '../../support/conversations';
import { withDatabase } from '../../support/database';
import { submitEnquiry, validEnquiry } from '../../support/http';
import { upload } from '../../support/imports';
import { type Contact, editOf, everyType, makeWamid, messageOf, revokeOf, textOf } from '../../support/meta-webhooks';
import { callAs, makeToken } from '../../support/tokens';

const { makeContact, writes, sends, leadsOf, read, timeline, makeLead, answers, echoes, server, admin, as, said } =
  provideConversations();

const secondsAgo = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });
const messagesOf = async (id: number): Promise<LeadMessage[]> =>
  (await as(admin, `/api/leads/${id}/messages`)).json.messages;
const kept = () =>
  withDatabase(server, (db) => db.prepare('SELECT kind FROM whatsapp_unknown ORDER BY id').pluck().all());
const find = async (q: string) =>
  (await as(admin, `/api/leads?${new URLSearchParams({ q })}`)).json.leads.map(({ id }: { id: number }) => id);

describe('an edited message', () => {
  test('says its last words, keeps the former ones, and is found by what it says', async () => {
    const contact = makeContact();
    const first = await writes(contact, 'Quiero un deparatmento', secondsAgo(90));
    await writes(contact, 'Gracias', secondsAgo(80));
    const [id = 0] = leadsOf(contact);
    await sends(contact, editOf(contact, first, 'Quiero un departamento luminoso', secondsAgo(60)));
    const [message] = await messagesOf(id);
    expect(message).toMatchObject({ body: 'Quiero un departamento luminoso', is_revoked: false });
    expect(message?.former.map(({ body }) => body)).toEqual(['Quiero un deparatmento']);
    expect((await read(id)).mensaje).toBe('Quiero un departamento luminoso');
    expect((await timeline(id)).map(({ type }) => type)).toContain('message_edited');
    await expect.poll(() => find('luminoso')).toEqual([id]);
    expect(kept()).toEqual([]);
  });

  test('says the same in whatever order it is told, and however often', async () => {
    const contact = makeContact();
    const id = makeWamid();
    const told = [
      textOf(contact, 'Uno', { id, ...secondsAgo(90) }),
      editOf(contact, id, 'Dos', secondsAgo(80)),
      editOf(contact, id, 'Tres', secondsAgo(70)),
    ];
    const [one, two, three] = told as [object, object, object];
    for (const message of [three, one, two, three, one]) await sends(contact, message);
    const [message] = await messagesOf(leadsOf(contact)[0] ?? 0);
    expect(message?.body).toBe('Tres');
    expect(message?.former.map(({ body }) => body)).toEqual(['Uno', 'Dos']);
  });
});

describe('a revoked message', () => {
  test('says so, and nothing else, in any order', async () => {
    const contact = makeContact();
    const first = await writes(contact, 'Palabras retiradas', secondsAgo(90));
    await writes(contact, 'Hola', secondsAgo(80));
    const [id = 0] = leadsOf(contact);
    await sends(contact, editOf(contact, first, 'Palabras retiradas y editadas', secondsAgo(75)));
    await sends(contact, revokeOf(contact, first, secondsAgo(70)));
    const unborn = makeWamid();
    await sends(contact, revokeOf(contact, unborn, secondsAgo(60)));
    const photo = { ...everyType(contact).image, id: unborn };
    await sends(contact, photo);
    const [one, , other] = await messagesOf(id);
    expect(one).toMatchObject({ body: null, is_revoked: true, former: [] });
    expect(other).toMatchObject({ body: null, is_revoked: true, file: null });
    expect((await read(id)).mensaje).toBe('Hola');
    expect((await timeline(id)).filter(({ type }) => type === 'message_revoked')).toHaveLength(2);
    await expect.poll(() => find('retiradas')).toEqual([]);
    const left = withDatabase(server, (db) =>
      db.prepare("SELECT count(*) FROM message_versions WHERE body LIKE '%retiradas%'").pluck().get(),
    );
    expect(left).toBe(0);
  });
});

test('what we edit or delete on the phone is so here, too', async () => {
  const contact = makeContact();
  const id = await makeLead(contact);
  const [one, other] = [await answers(contact, 'Son 100', secondsAgo(9)), await answers(contact, 'Uy', secondsAgo(8))];
  const edit = { original_message_id: one, message: { type: 'text', text: { body: 'Son 120' } } };
  await echoes(contact, ['edit', edit], ['revoke', { original_message_id: other }]);
  expect((await messagesOf(id)).map(({ body, is_revoked }) => [body, is_revoked])).toEqual([
    ['Son 120', false],
    [null, true],
  ]);
});

describe('what we wrote on the phone before its lead came', () => {
  const import1 = async (contact: Contact) => {
    const { json } = await upload(server, admin, `Nombre;Teléfono\r\nImportada;+${contact.number}`);
    const { id, mapping } = json.import;
    const checked = await as(admin, `/api/imports/${id}/check`, { body: { mapping, duplicates: 'skip' } });
    await as(admin, `/api/imports/${id}/run`, { body: { check: checked.json.check } });
    await expect.poll(async () => (await as(admin, `/api/imports/${id}`)).json.state).toBe('done');
  };
  const doors: [string, (contact: Contact) => Promise<unknown>][] = [
    ['by hand', (contact) => makeLead(contact)],
    ['from the form', ({ number }) => submitEnquiry(server, { ...validEnquiry, telefono: `+${number}` })],
    [
      'by a program',
      ({ number }) =>
        callAs(server, makeToken(server), '/api/leads', {
          body: { nombre: 'De un programa', whatsapp: `+${number}` },
          headers: { 'idempotency-key': crypto.randomUUID() },
        }),
    ],
    ['from a file', import1],
  ];
  test.each(doors)('is its first contact, where it comes %s', async (_, enter) => {
    const contact = makeContact();
    const { at } = secondsAgo(120);
    await answers(contact, 'Te escribo yo', { at });
    await enter(contact);
    const [id = 0] = leadsOf(contact);
    expect(await said(id)).toEqual(['Te escribo yo']);
    const first_contacted_at = new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();
    expect(await read(id)).toMatchObject({ estado: 'contactado', first_contacted_at });
    const watched = withDatabase(server, (db) =>
      db.prepare('SELECT count(*) FROM lead_watches WHERE lead_id = ?').pluck().get(id),
    );
    expect(watched).toBe(0);
  });
});

describe('where somebody came from', () => {
  const referral = {
    ...{ source_url: 'https://fb.me/3cr4Wqqkv', source_id: '120226305854810726', source_type: 'ad' },
    ...{ headline: 'Atendé 24/7', body: 'Un agente para tu inmobiliaria', ctwa_clid: 'Aff-n8ZTODiE79d22KtAwQKj9e' },
    ...{ media_type: 'image', image_url: 'https://scontent.example.com/1.jpg' },
  };

  test('is told by an advertisement, in the lead and in its story', async () => {
    const contact = makeContact();
    await sends(contact, textOf(contact, 'Quiero más información', { referral }));
    const [id = 0] = leadsOf(contact);
    expect(await read(id)).toMatchObject({
      ...{ utm_source: 'facebook', utm_medium: 'paid_social', utm_campaign: 'Atendé 24/7', referrer: 'fb.me' },
      via: 'facebook / paid_social / Atendé 24/7',
    });
    const { media_type: _, image_url: __, ...told } = referral;
    expect((await messagesOf(id))[0]?.referral).toEqual(told);
  });

  test('is told by the first message, although a later one came first', async () => {
    const contact = makeContact();
    await writes(contact, 'Después', secondsAgo(50));
    await sends(contact, textOf(contact, 'Antes', { referral, ...secondsAgo(60) }));
    expect((await read(leadsOf(contact)[0] ?? 0)).utm_source).toBe('facebook');
  });
});

test('what a known message says that nobody reads is kept like an unknown part, and the message is there', async () => {
  const contact = makeContact();
  const known = kept().length;
  await sends(contact, ...Object.values(everyType(contact)));
  const usual = kept().slice(known);
  await sends(contact, messageOf(contact, 'text', { body: 'Con más', mood: 'sunny' }));
  await sends(contact, textOf(contact, 'Y más', { context: { id: 'wamid.X', referred_product: { catalog_id: '1' } } }));
  expect(usual).toEqual([]);
  expect(kept().slice(known)).toEqual(['text.mood', 'text.referred_product']);
  expect(await said(leadsOf(contact)[0] ?? 0)).toEqual(expect.arrayContaining(['Con más', 'Y más']));
});

test('a card’s name is there, however it is told', async () => {
  const contact = makeContact();
  const phones = [{ phone: '+54 9 351 555-1234' }];
  await sends(contact, messageOf(contact, 'contacts', [{ name: { first_name: 'Carla', last_name: 'Sosa' }, phones }]));
  expect(await said(leadsOf(contact)[0] ?? 0)).toEqual(['Carla Sosa: +54 9 351 555-1234']);
});

test('a lead’s first words are never bare numbers', async () => {
  const first = async (contact: Contact) => (await read(leadsOf(contact)[0] ?? 0)).mensaje;
  const [typed, placed] = [makeContact(), makeContact()];
  await writes(typed, '35', secondsAgo(60));
  expect(await first(typed)).toBe('Mensaje: 35');
  await writes(typed, 'Quiero ese departamento', secondsAgo(50));
  expect(await first(typed)).toBe('Quiero ese departamento');
  await sends(placed, messageOf(placed, 'location', { latitude: -34.6037, longitude: -58.3816 }));
  expect(await first(placed)).toBe('Ubicación: -34.6037, -58.3816');
});

test('who opens the chat is a lead that waits, and whose first words come with the first message', async () => {
  const contact = makeContact('Quien Mira');
  await sends(contact, messageOf(contact, 'request_welcome', undefined, secondsAgo(60)));
  const [id = 0] = leadsOf(contact);
  expect(await read(id)).toMatchObject({ nombre: 'Quien Mira', mensaje: null, estado: 'nuevo' });
  expect(await messagesOf(id)).toMatchObject([{ kind: 'request_welcome', body: null }]);
  await writes(contact, '¿Atienden en Rosario?', secondsAgo(50));
  expect((await read(id)).mensaje).toBe('¿Atienden en Rosario?');
});
