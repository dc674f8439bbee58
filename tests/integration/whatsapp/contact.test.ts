import { describe, expect, test } from 'vitest';
import { provideConversations } from '../../support/conversations';
import { withDatabase } from '../../support/database';

const { makeContact, makeLead, answers, read, as, admin, timeline, tells, server, writes } = provideConversations();

const soon = (seconds: number) => ({ at: new Date(Date.now() + seconds * 1000) });

describe('the first of our messages', () => {
  test('is the first contact, and nobody is asked about what it answers', async () => {
    const contact = makeContact();
    const id = await makeLead(contact);
    await as(admin, `/api/leads/${id}/contacts`, { body: { channel: 'whatsapp' } });
    expect((await read(id)).attempts).toHaveLength(1);
    const { at } = soon(2);
    await answers(contact, 'Hola, soy Ana', { at });
    const second = new Date(Math.floor(at.getTime() / 1000) * 1000).toISOString();
    expect(await read(id)).toMatchObject({ estado: 'contactado', first_contacted_at: second, attempts: [] });
    const change = (await timeline(id)).find(({ field }) => field === 'estado');
    expect(change).toMatchObject({ actor_id: null, from_value: 'nuevo', to_value: 'contactado' });
    const left = withDatabase(server, (db) =>
      [
        'SELECT count(*) FROM contact_attempts WHERE lead_id = ?',
        'SELECT count(*) FROM lead_watches WHERE lead_id = ?',
      ].map((sql) => db.prepare(sql).pluck().get(id)),
    );
    expect(left).toEqual([0, 0]);
  });

  test('stays a contact when somebody undoes their ‘Contactado’', async () => {
    const contact = makeContact();
    const id = await makeLead(contact);
    await as(admin, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'contactado' } });
    await answers(contact, 'Hola', soon(3));
    const event = (await timeline(id)).find(({ field }) => field === 'estado')?.id;
    await as(admin, `/api/leads/${id}/undo`, { body: { event } });
    const { estado, first_contacted_at, created_at } = await read(id);
    expect(estado).toBe('nuevo');
    expect((first_contacted_at ?? '') > created_at).toBe(true);
  });

  test('that never arrived is taken back, with what the CRM concluded from it', async () => {
    const contact = makeContact();
    const id = await makeLead(contact);
    const wamid = await answers(contact, 'Hola', soon(2));
    expect((await read(id)).estado).toBe('contactado');
    await tells({ wamid, to: contact.number }, 'failed', { code: 131026 });
    expect(await read(id)).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
  });

  test('that failed while the lead was in the trash is none once that is back', async () => {
    const contact = makeContact();
    const id = await makeLead(contact);
    const wamid = await answers(contact, 'Hola', soon(2));
    expect((await as(admin, `/api/leads/${id}`, { method: 'DELETE' })).status).toBe(204);
    await tells({ wamid, to: contact.number }, 'failed', { code: 131026 });
    expect((await as(admin, `/api/leads/${id}/restore`, { method: 'POST' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ estado: 'nuevo', first_contacted_at: null });
  });

  test('changes no status where the connection says so, and never one that somebody chose', async () => {
    const [one, other] = [makeContact(), makeContact()];
    const [id, chosen] = [await makeLead(one), await makeLead(other)];
    const set = (moves: 0 | 1) =>
      withDatabase(server, (db) => db.prepare('UPDATE whatsapp_connection SET moves_new = ?').run(moves));
    set(0);
    await answers(one, 'Hola', soon(2));
    const { estado, first_contacted_at } = await read(id);
    expect([estado, first_contacted_at]).toEqual(['nuevo', expect.any(String)]);
    set(1);
    await answers(other, 'Hola', soon(2));
    await as(admin, `/api/leads/${chosen}`, { method: 'PATCH', body: { estado: 'nuevo' } });
    await answers(other, 'Hola otra vez', soon(4));
    expect((await read(chosen)).estado).toBe('nuevo');
  });
});

test('an answer written late on the phone does not end the watch of who writes since', async () => {
  const contact = makeContact();
  const id = await makeLead(contact, { waiting: false });
  const [uno, dos, tres] = [soon(5), soon(10), soon(15)];
  await writes(contact, 'Dos', dos);
  await answers(contact, 'Uno', uno);
  expect((await read(id)).awaiting_reply_since).not.toBeNull();
  const watches = withDatabase(server, (db) =>
    db.prepare('SELECT count(*) FROM lead_watches WHERE lead_id = ?').pluck().get(id),
  );
  expect(watches).toBe(1);
  await answers(contact, 'Tres', tres);
  expect((await read(id)).awaiting_reply_since).toBeNull();
});

test('a program that asks since a moment misses no message, however old it is', async () => {
  const contact = makeContact();
  const id = await makeLead(contact);
  const moment = new Date().toISOString();
  for (let day = 1; day <= 5; day++)
    await writes(contact, `Hace ${day} días`, { at: new Date(Date.now() - day * 86_400_000) });
  await makeLead(makeContact());
  const { json } = await as(admin, `/api/leads?since=${encodeURIComponent(moment)}`);
  expect(json.leads.map((lead: { id: number }) => lead.id)).toContain(id);
});
