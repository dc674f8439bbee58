import { describe, expect, test } from 'vitest';
import { provideConversations } from '../../support/conversations';
import { withDatabase } from '../../support/database';
import { type Contact, messageOf, systemOf, textOf } from '../../support/meta-webhooks';

const { writes, read, said, server, as, admin, meta, makeContact, makeLead, leadsOf, timeline, sends } =
  provideConversations();

const DAY_MS = 24 * 3_600_000;
let made = 0;
/** Somebody who shows a user name instead of their number. */
const makeHidden = (name: string, more: Partial<Contact> = {}): Contact => ({
  ...{ number: '', name, userId: `AR.13491208655302${++made}`, username: `@${made}` },
  ...more,
});
const ofUser = ({ userId }: Contact) =>
  withDatabase(server, (db) =>
    db
      .prepare<[string], number>('SELECT id FROM leads WHERE whatsapp_user_id = ? AND deleted_at IS NULL ORDER BY id')
      .pluck()
      .all(userId ?? ''),
  );

describe('who shows no number', () => {
  test('is a person: five messages of three of them are three leads with their names, and no riddle', async () => {
    const people = ['Julia', 'Néstor', 'Olga'].map((name) => makeHidden(name));
    const [julia, nestor, olga] = people as [Contact, Contact, Contact];
    await writes(julia, 'Hola');
    await writes(nestor, 'Buenas');
    await writes(julia, 'Soy Julia');
    await writes(olga, 'Precio?');
    await writes(nestor, 'Consulto por dos departamentos');
    const leads = await Promise.all(people.map(async (one) => Promise.all(ofUser(one).map(read))));
    expect(leads.map((own) => own.map(({ nombre, pais, whatsapp }) => [nombre, pais, whatsapp]))).toEqual([
      [['Julia', 'Argentina', null]],
      [['Néstor', 'Argentina', null]],
      [['Olga', 'Argentina', null]],
    ]);
    expect(await said(leads[0]?.[0]?.id ?? 0)).toEqual(['Hola', 'Soy Julia']);
    const unknown = withDatabase(server, (db) => db.prepare('SELECT count(*) FROM whatsapp_unknown').pluck().get());
    expect(unknown).toBe(0);
  });

  test('is answered by Meta’s id, and worked and erased like anybody', async () => {
    const contact = makeHidden('Berta Id');
    await writes(contact, 'Hola');
    const [id = 0] = ofUser(contact);
    const sent = meta.sent.length;
    const posted = await as(admin, `/api/leads/${id}/messages`, {
      body: { body: 'Hola Berta' },
      headers: { 'idempotency-key': crypto.randomUUID() },
    });
    expect(posted.status).toBe(202);
    await meta.waitForSends(sent + 1);
    expect(meta.sent.at(-1)).toMatchObject({ recipient: contact.userId, to: '', text: { body: 'Hola Berta' } });
    expect((await as(admin, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'en_seguimiento' } })).status).toBe(
      200,
    );
    const erase = (confirm: string) => as(admin, `/api/leads/${id}/erase`, { body: { confirm } });
    expect((await erase('Otra')).status).toBe(422);
    expect((await erase('Berta Id')).status).toBe(200);
    await writes(contact, 'Palabras de antes', { at: new Date(Date.now() - 60_000) });
    expect(ofUser(contact)).toEqual([]);
  });

  test('can be no enquiry, by Meta’s id', async () => {
    const contact = makeHidden('Vende heladeras');
    await writes(contact, 'Heladeras');
    const [id = 0] = ofUser(contact);
    expect((await as(admin, `/api/leads/${id}/silence`, { method: 'POST' })).status).toBe(204);
    await writes(contact, 'Baratas');
    expect(ofUser(contact)).toEqual([]);
    expect((await as(admin, `/api/whatsapp/silenced/${contact.userId}`, { method: 'DELETE' })).status).toBe(204);
  });

  test('gets their number when it is told, and is joined with the lead that has it', async () => {
    const shown = makeContact('Rita');
    const hidden = makeHidden('Rita');
    await writes(hidden, 'Uno');
    await writes({ ...shown, userId: hidden.userId ?? '' }, 'Dos');
    expect(leadsOf(shown)).toEqual(ofUser(hidden));
    const [id = 0] = ofUser(hidden);
    expect(await said(id)).toEqual(['Uno', 'Dos']);
    await writes(hidden, 'Tres');
    expect(await said(id)).toEqual(['Uno', 'Dos', 'Tres']);

    const [other, otherHidden] = [makeContact('Saúl'), makeHidden('Saúl WhatsApp')];
    const known = await makeLead(other, { nombre: 'Saúl Díaz' });
    await writes(otherHidden, 'Sin número');
    await writes({ ...other, userId: otherHidden.userId ?? '' }, 'Con número');
    expect(await said(known)).toEqual(['Sin número', 'Con número']);
    expect((await read(known)).nombre).toBe('Saúl Díaz');
    expect((await timeline(known)).map(({ type }) => type)).toContain('joined');
  });

  test('may share it on request', async () => {
    const [shown, hidden] = [makeContact('Tita'), makeHidden('Tita')];
    await writes(hidden, 'Hola');
    const card = [{ vcard: 'BEGIN:VCARD', phones: [{ phone: `+${shown.number}` }] }];
    await sends(hidden, messageOf(hidden, 'contacts', card, { origin: 'contact_request' }));
    expect(leadsOf(shown)).toEqual(ofUser(hidden));
  });
});

describe('a changed number', () => {
  test('moves its person, whose former number is a stranger’s from then on, however often it is told', async () => {
    const [before, after] = [makeContact('Zoe'), makeContact('Zoe')];
    const id = await makeLead(before);
    const then = Date.now() - 60_000;
    await writes(before, 'Desde el viejo', { at: new Date(then - 5000) });
    withDatabase(server, (db) =>
      db.prepare('UPDATE leads SET created_at = ? WHERE id = ?').run(new Date(then - 9000).toISOString(), id),
    );
    const move = systemOf(before, after.number, { at: new Date(then) });
    await sends(before, move);
    expect((await read(id)).whatsapp).toBe(`+${after.number}`);
    const told = (await timeline(id)).find(({ field }) => field === 'whatsapp');
    expect(told).toMatchObject({ actor_id: null, from_value: `+${before.number}`, to_value: `+${after.number}` });
    await writes(after, 'Desde el nuevo');
    expect(await said(id)).toEqual(['Desde el viejo', 'Desde el nuevo']);
    const sent = meta.sent.length;
    const headers = { 'idempotency-key': crypto.randomUUID() };
    await as(admin, `/api/leads/${id}/messages`, { body: { body: 'Anotado' }, headers });
    await meta.waitForSends(sent + 1);
    expect(meta.sent.at(-1)?.to).toBe(after.number);
    const newcomer = { ...before, name: 'Quien tiene el viejo' };
    await writes(newcomer, 'Hola');
    const [stranger = 0] = leadsOf(before);
    expect([leadsOf(before).length, stranger === id]).toEqual([1, false]);
    await sends(before, move);
    expect(leadsOf(before)).toEqual([stranger]);
  });

  test('takes along what its person has written from the new one before it was told', async () => {
    const [before, after] = [makeContact('Yago'), makeContact('Yago')];
    const id = await makeLead(before);
    const then = Date.now() + 2000;
    await writes(before, 'Uno');
    await writes(after, 'Dos', { at: new Date(then + 2000) });
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE leads SET created_at = ? WHERE whatsapp = ?')
        .run(new Date(then + 2000).toISOString(), `+${after.number}`),
    );
    await sends(before, systemOf(before, after.number, { at: new Date(then) }));
    expect(await said(id)).toEqual(['Uno', 'Dos']);
    expect(leadsOf(after)).toContain(id);
  });

  test('of somebody without a number changes Meta’s id of them', async () => {
    const contact = makeHidden('Wanda');
    const moved = makeHidden('Wanda');
    await writes(contact, 'Uno', { at: new Date(Date.now() - 20_000) });
    const content = { type: 'user_changed_user_id', user_id: moved.userId, body: 'User changed' };
    await sends(contact, messageOf(contact, 'system', content));
    await writes(moved, 'Dos');
    expect(await said(ofUser(moved)[0] ?? 0)).toEqual(['Uno', 'Dos']);
  });
});

describe('a number that has got a new owner', () => {
  const ago = (days: number) => ({ at: new Date(Date.now() - days * DAY_MS) });

  test('is a new lead that may be the same, and leaves the former one’s story alone', async () => {
    const contact = makeContact('Ulises Prado');
    await writes(contact, 'Historia vieja', ago(200));
    await writes({ ...contact, name: 'Panadería La Nueva' }, 'Hola, ¿venden?');
    const [former = 0, present = 0] = leadsOf(contact);
    expect([await said(former), await said(present)]).toEqual([['Historia vieja'], ['Hola, ¿venden?']]);
    const lead = await read(present);
    expect([lead.nombre, lead.duplicates]).toEqual(['Panadería La Nueva', 1]);
    const asked = (await timeline(present)).find(({ type }) => type === 'number_reused');
    expect(asked?.other).toMatchObject({ id: former, nombre: 'Ulises Prado' });
    await writes({ ...contact, name: 'Panadería La Nueva' }, 'Sigo yo');
    expect(await said(present)).toEqual(['Hola, ¿venden?', 'Sigo yo']);
  });

  test.each([
    ['soon', 20, 'Otra Persona', undefined],
    ['under a name that has something in common', 200, 'Prado Propiedades', undefined],
    ['with Meta’s same id', 200, 'Otra Persona', 'AR.900000000001'],
  ])('is the same person’s %s', async (_, days, name, userId) => {
    const contact = { ...makeContact('Ulises Prado'), ...(userId && { userId }) };
    await writes(contact, 'Historia vieja', ago(days));
    await writes({ ...contact, name }, 'Vuelvo');
    expect(leadsOf(contact)).toHaveLength(1);
  });
});

test('a Brazilian mobile is one with and without its ninth digit', async () => {
  const id = await makeLead({ number: '5511987650001' });
  const old = { number: '551187650001', name: 'Bia' };
  await sends(old, textOf(old, 'Oi'));
  expect(await said(id)).toEqual(['Oi']);
  const sent = meta.sent.length;
  await as(admin, `/api/leads/${id}/messages`, {
    body: { body: 'Olá' },
    headers: { 'idempotency-key': crypto.randomUUID() },
  });
  await meta.waitForSends(sent + 1);
  expect(meta.sent.at(-1)?.to).toBe('5511987650001');
});
