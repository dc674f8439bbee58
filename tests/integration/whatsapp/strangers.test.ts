import { describe, expect, test } from 'vitest';
import { PLANS } from '~/shared/leads/plans';
import { provideConversations } from '../../support/conversations';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { waitForMail } from '../../support/mail';
import { makeReader, pushesTo, waitUntilKnown } from '../../support/notices';
import { readDeliveries } from '../../support/outbox';

const { makeContact, writes, leadsOf, read, timeline, answers, said, server, makeLead, as, admin } =
  provideConversations();

describe('a stranger’s message', () => {
  test('is an enquiry with its first words, and waits like one', async () => {
    const contact = makeContact('  Lucía\n\u202E Paz ');
    await writes(contact, 'Hola, ¿cuánto sale?');
    const [id = 0] = leadsOf(contact);
    expect(await read(id)).toMatchObject({
      ...{ nombre: 'Lucía  Paz', email: '', pais: 'Argentina', source: 'whatsapp', estado: 'nuevo' },
      ...{ mensaje: 'Hola, ¿cuánto sale?', plan: null, tema: null, first_contacted_at: null },
    });
    expect((await timeline(id)).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['created', 'message_received']),
    );
    const watched = withDatabase(server, (db) =>
      db.prepare('SELECT count(*) FROM lead_watches WHERE lead_id = ?').pluck().get(id),
    );
    expect(watched).toBe(1);
  });

  test('tells which plan’s link was pressed, also with words added', async () => {
    for (const { id: plan, name } of PLANS) {
      const contact = makeContact();
      await writes(contact, `Buenas! quiero saber más del plan ${name}. Gracias`);
      expect(await read(leadsOf(contact)[0] ?? 0)).toMatchObject({ tema: name, plan, billing: null });
    }
  });

  test('of somebody without a name is called by its number', async () => {
    const contact = makeContact('\u200B');
    await writes(contact, 'Hola');
    const { nombre } = await read(leadsOf(contact)[0] ?? 0);
    expect(nombre.replaceAll(' ', '')).toBe(`+${contact.number}`);
    expect(nombre).toContain(' ');
  });

  test('brings with it what we wrote on the phone before its webhook came', async () => {
    const contact = makeContact();
    const at = (seconds: number) => ({ at: new Date(Date.now() - 60_000 + seconds * 1000) });
    await answers(contact, 'Te respondo', at(20));
    expect(leadsOf(contact)).toEqual([]);
    await writes(contact, 'Hola', at(10));
    const [id = 0] = leadsOf(contact);
    expect(await said(id)).toEqual(['Hola', 'Te respondo']);
    expect(await read(id)).toMatchObject({ estado: 'contactado', awaiting_reply_since: null });
  });

  test('of an erased person makes a new lead without anything old; what is repeated makes nothing', async () => {
    const contact = makeContact();
    const old = { id: 'wamid.OLD', at: new Date(Date.now() - 120_000) };
    await writes(contact, 'Palabras viejas', old);
    const [id = 0] = leadsOf(contact);
    withDatabase(server, (db) =>
      db
        .prepare("UPDATE leads SET email = 'se.va@x.example.com', email_key = 'se.va@x.example.com' WHERE id = ?")
        .run(id),
    );
    const { code, out } = await runCrm(['erase', '--email', 'se.va@x.example.com', '--yes'], {
      DATABASE_PATH: server.databasePath,
      MAIL_DIR: server.mailDir,
    });
    expect([code, out]).toEqual([0, expect.any(String)]);
    expect(leadsOf(contact)).toEqual([]);
    await writes(contact, 'Palabras viejas', old);
    expect(leadsOf(contact)).toEqual([]);
    await writes(contact, 'Palabras nuevas', { at: new Date(Date.now() + 2000) });
    const [made = 0] = leadsOf(contact);
    expect(await said(made)).toEqual(['Palabras nuevas']);
  });

  test('is no enquiry any more once somebody said so, until the lead is restored', async () => {
    const contact = makeContact();
    await writes(contact, 'Vendo heladeras');
    const [id = 0] = leadsOf(contact);
    const { status, headers } = await as(admin, `/api/leads/${id}/silence`, { method: 'POST' });
    expect([status, Number(headers.get('x-as-of'))]).toEqual([204, expect.any(Number)]);
    expect((await as(admin, `/api/leads/${id}`)).status).toBe(404);
    await writes(contact, 'Baratas');
    expect(leadsOf(contact)).toEqual([id]);
    await as(admin, `/api/leads/${id}/restore`, { method: 'POST' });
    expect((await timeline(id)).find(({ type }) => type === 'deleted')?.to_value).toBe('silenced');
    await writes(contact, 'Heladeras baratas');
    expect(await said(id)).toEqual(['Vendo heladeras', 'Heladeras baratas']);
    // Messages of an existing lead are always stored.
    await as(admin, `/api/leads/${id}/silence`, { method: 'POST' });
    const live = await makeLead(contact);
    await writes(contact, 'Ahora sí quiero un asistente');
    expect(await said(live)).toEqual(['Ahora sí quiero un asistente']);
    expect((await as(admin, `/api/leads/${live}/silence`, { method: 'DELETE' })).status).toBe(204);
    await as(admin, `/api/leads/${live}`, { method: 'DELETE' });
    await writes(contact, 'Otra vez yo');
    expect(leadsOf(contact)).toHaveLength(3);
  });
});

test('who writes again is told to its owner once, without their words, and not at each turn of a talk', async () => {
  const reader = makeReader(server, { email: 'each' });
  const contact = makeContact();
  const id = await makeLead(contact, { owner_id: reader.id });
  const awaitingReplyMails = () =>
    readDeliveries(server, 'mail').filter(
      ({ event, payload }) => event === 'mail.awaiting_reply' && JSON.parse(payload).user_id === reader.id,
    );
  const minutes = (count: number) => ({ at: new Date(Date.now() + count * 60_000) });
  await writes(contact, 'Palabras que no salen', minutes(-30));
  await writes(contact, 'Ni estas', minutes(-29));
  expect(awaitingReplyMails().map(({ payload }) => JSON.parse(payload).leads)).toEqual([[id]]);
  await answers(contact, 'Hola', minutes(-20));
  await writes(contact, 'Otras', minutes(-2));
  expect(awaitingReplyMails()).toHaveLength(2);
  await answers(contact, 'Sí', minutes(-1));
  await writes(contact, 'Otras más', minutes(0));
  expect(awaitingReplyMails()).toHaveLength(2);
  expect(JSON.stringify(awaitingReplyMails())).not.toMatch(/Palabras|estas|Otras/);
  expect(pushesTo(server, reader)).toEqual([]);
});

test('the mail about a stranger leaves their words in the CRM', async () => {
  const reader = makeReader(server, { email: 'each' });
  await waitUntilKnown(server, reader);
  await writes(makeContact('Nadia Reservada'), 'Palabras que no salen');
  const mail = await waitForMail(server, reader.email);
  expect(JSON.stringify(mail)).toContain('Nadia Reservada');
  expect(JSON.stringify(mail)).not.toContain('Palabras que no salen');
});

test('strangers have a daily budget of their own, and forms keep theirs', async () => {
  // Also where the day ends meanwhile.
  const days = [0, 1].map((ahead) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10));
  const spent = (bytes: number) =>
    withDatabase(server, (db) => {
      const put = db.prepare(
        "INSERT INTO enquiry_bytes (day, address, bytes) VALUES (?, 'whatsapp', ?) ON CONFLICT DO UPDATE SET bytes = excluded.bytes",
      );
      for (const day of days) put.run(day, bytes);
    });
  spent(1e15);
  const contact = makeContact();
  await writes(contact, 'No quepo');
  expect(leadsOf(contact)).toEqual([]);
  spent(0);
  await writes(contact, 'Ahora sí');
  expect(leadsOf(contact)).toHaveLength(1);
  const ofForms = withDatabase(server, (db) =>
    db.prepare("SELECT count(*) FROM enquiry_bytes WHERE address = ''").pluck().get(),
  );
  expect(ofForms).toBe(0);
});
