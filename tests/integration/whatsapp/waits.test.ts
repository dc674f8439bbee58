import { describe, expect, test } from 'vitest';
import type { Lead } from '~/shared/leads/lead';
import { makePerson } from '../../support/accounts';
import { provideConversations } from '../../support/conversations';
import { runCrm } from '../../support/crm';
import { withDatabase } from '../../support/database';
import { connectWhatsapp } from '../../support/meta';

const { as, admin, read, server, meta, makeContact, makeLead, writes, timeline, leadsOf } = provideConversations();

const ago = (seconds: number) => ({ at: new Date(Date.now() - seconds * 1000) });

/** A lead that was contacted, and has written since. */
async function makeAwaiting(more: object = {}) {
  const contact = makeContact();
  const id = await makeLead(contact, { waiting: false, ...more });
  await writes(contact, '¿Siguen atendiendo?', ago(60));
  expect((await read(id)).awaiting_reply_since).not.toBeNull();
  return { id, contact };
}

const contacts = async (id: number, method: 'POST' | 'PATCH', body: object): Promise<Lead> => {
  const { status, json } = await as(admin, `/api/leads/${id}/contacts`, { method, body });
  expect([status, json.error]).toEqual([200, undefined]);
  return json.lead;
};
const undo = (id: number, event: number) => as(admin, `/api/leads/${id}/undo`, { body: { event } });
const isCounted = async (id: number) => {
  const { leads } = (await as(admin, '/api/leads?contacto=respuesta')).json;
  return leads.some((lead: Lead) => lead.id === id);
};
const checked = async () => (await runCrm(['check', '--offline'], { DATABASE_PATH: server.databasePath })).out;

describe('a wait for an answer ends', () => {
  test.each([
    ['opened WhatsApp', 'whatsapp', { contacted: true }],
    ['opened an email', 'email', { contacted: true }],
    ['called', 'call', { outcome: 'answered' }],
  ] as const)(
    'once somebody %s and says that they reached the person; undone, it goes on',
    async (_name, channel, said) => {
      const { id } = await makeAwaiting();
      const { awaiting_reply_since, attempts } = await contacts(id, 'POST', { channel, claim: false });
      // Asked, though the lead had its first contact.
      expect(attempts).toMatchObject([{ channel, user_id: admin.id }]);
      const answered = await contacts(id, 'PATCH', said);
      expect(answered).toMatchObject({ awaiting_reply_since: null, attempts: [], owner_id: admin.id });
      expect(await isCounted(id)).toBe(false);
      const { json } = await undo(id, answered.as_of);
      expect(json.lead).toMatchObject({ awaiting_reply_since, attempts });
      expect(await isCounted(id)).toBe(true);
      expect(await checked()).not.toContain('✗');
    },
  );

  test('not by a “no”, and not for what they wrote after the attempt', async () => {
    const { id, contact } = await makeAwaiting();
    await contacts(id, 'POST', { channel: 'whatsapp' });
    expect((await contacts(id, 'PATCH', { contacted: false })).awaiting_reply_since).not.toBeNull();
    await contacts(id, 'POST', { channel: 'email' });
    const later = new Date(Date.now() + 5000);
    await writes(contact, '¿Hola?', { at: later });
    const { awaiting_reply_since } = await contacts(id, 'PATCH', { contacted: true });
    expect(awaiting_reply_since).toBe(new Date(Math.floor(later.getTime() / 1000) * 1000).toISOString());
  });

  test('by “Ya respondí”, once, for the wait that was seen; the next one is another', async () => {
    const { id, contact } = await makeAwaiting();
    const { awaiting_reply_since: replied_to } = await read(id);
    const answered = await contacts(id, 'PATCH', { replied_to });
    expect(answered.awaiting_reply_since).toBeNull();
    const told = (await timeline(id)).find(({ type }) => type === 'contact_confirmed');
    expect(told).toMatchObject({ field: 'awaiting_reply_since', from_value: replied_to });
    await writes(contact, 'Gracias. ¿Y el precio?', { at: new Date(Date.now() + 2000) });
    const next = await read(id);
    expect(next.awaiting_reply_since).not.toBe(replied_to);
    // Sent again, it is about the wait that is over, and undoing it would bring back what was answered.
    expect((await contacts(id, 'PATCH', { replied_to })).awaiting_reply_since).toBe(next.awaiting_reply_since);
  });

  test('with its first contact, of a person whose first words came by WhatsApp', async () => {
    const contact = makeContact();
    await writes(contact, 'Hola', ago(60));
    const [id = 0] = leadsOf(contact);
    const { awaiting_reply_since: replied_to } = await read(id);
    const answered = await contacts(id, 'PATCH', { replied_to });
    expect(answered).toMatchObject({ estado: 'contactado', awaiting_reply_since: null });
    expect((await undo(id, answered.as_of)).json.lead).toMatchObject({
      estado: 'nuevo',
      first_contacted_at: null,
      awaiting_reply_since: replied_to,
    });
  });

  test('for everybody with the number, which is disconnected, also for who comes back from the trash', async () => {
    const [{ id, contact }, deleted] = [await makeAwaiting(), await makeAwaiting()];
    await as(admin, `/api/leads/${deleted.id}`, { method: 'DELETE' });
    const since = new Date().toISOString();
    const event = (await contacts(id, 'PATCH', { replied_to: (await read(id)).awaiting_reply_since })).as_of;
    await undo(id, event);
    const other = makePerson(server, { roles: ['admin'] });
    expect((await as(other, '/api/whatsapp', { method: 'DELETE' })).status).toBe(204);
    await as(admin, `/api/leads/${deleted.id}/restore`, { method: 'POST' });
    for (const one of [id, deleted.id]) expect((await read(one)).awaiting_reply_since).toBeNull();
    expect((await as(admin, '/api/leads/counters')).json.esperan_respuesta).toBe(0);
    expect((await timeline(id))[0]).toMatchObject({
      type: 'changed',
      field: 'awaiting_reply_since',
      to_value: null,
    });
    const { leads } = (await as(admin, `/api/leads?since=${since}`)).json;
    expect(leads.map((lead: Lead) => lead.id)).toContain(id);
    const watched = withDatabase(server, (db) => db.prepare('SELECT 1 FROM lead_watches WHERE lead_id = ?').get(id));
    expect(watched).toBeUndefined();
    expect((await undo(id, event)).status).toBe(200);
    expect((await read(id)).awaiting_reply_since).toBeNull();
    expect(await checked()).not.toContain('✗');
    // With a number again, only what comes from now on waits.
    await connectWhatsapp(server, meta, admin);
    await writes(contact, 'Volví', { at: new Date(Date.now() + 2000) });
    expect((await read(id)).awaiting_reply_since).not.toBeNull();
  });
});
