import { expect, test } from 'vitest';
import type { LeadAgenda } from '~/shared/leads/counters';
import { addDays, dayIn } from '~/shared/leads/days';
import type { Lead } from '~/shared/leads/lead';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';
import { callAs, makeToken } from '../support/tokens';

const server = provideSharedServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: ana.cookie, ...options });
const ask = async (path: string) => (await as(path)).json;

async function make(fields: Record<string, unknown> = {}): Promise<Lead> {
  const body = { nombre: 'Iris', email: `${crypto.randomUUID()}@x.example.com`, ...fields };
  const { status, json } = await as('/api/leads', { body });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.lead;
}

/** The lists and figures of waiting or answered leads that include this one. */
async function countedIn(lead: Lead): Promise<string[]> {
  const day = lead.created_at.slice(0, 10);
  const found: string[] = [];
  const lists = ['contacto=pendiente', ...['5m', '60m', 'later', 'ever', 'never'].map((is) => `answered=${is}`)];
  for (const list of lists) {
    const { leads } = await ask(`/api/leads?${list}&owner=${lead.owner_id ?? 'none'}&from=${day}&to=${day}&tz=UTC`);
    if (leads.some(({ id }: Lead) => id === lead.id)) found.push(list);
  }
  const watched = withDatabase(server, (db) =>
    db.prepare('SELECT step FROM lead_watches WHERE lead_id = ?').pluck().get(lead.id),
  );
  return watched ? [...found, 'told again'] : found;
}

/** The same days before and after, whatever the time. */
const PERIOD = `from=${addDays(dayIn('UTC', Date.now()), -1)}&to=${addDays(dayIn('UTC', Date.now()), 1)}&tz=UTC`;
const waiting = async () => ((await ask('/api/leads/agenda')) as LeadAgenda).sin_contactar;
const response = async () => {
  const { contacted, never, within_5 } = (await ask(`/api/reports?${PERIOD}`)).response;
  return [contacted.total, never.total, within_5.total];
};

test('whoever makes a lead by hand has it, and has spoken with the person: it waits for nobody and answers nothing', async () => {
  const before = [await waiting(), await response()];
  const lead = await make();
  expect(lead).toMatchObject({ estado: 'nuevo', owner_id: ana.id, owner_name: 'Ana', attempts: [] });
  expect(lead.first_contacted_at).toBe(lead.created_at);
  expect(await countedIn(lead)).toEqual([]);
  // No follow-up question is asked, and later acts do not count as an answer.
  const { json } = await as(`/api/leads/${lead.id}/contacts`, { body: { channel: 'whatsapp' } });
  expect(json.lead.attempts).toEqual([]);
  await as(`/api/leads/${lead.id}`, { method: 'PATCH', body: { estado: 'contactado' } });
  expect(await countedIn(await ask(`/api/leads/${lead.id}`).then(({ lead }) => lead))).toEqual([]);
  expect([await waiting(), await response()]).toEqual(before);
});

test('unless they say that nobody has: then it waits like an enquiry, and what answers it counts', async () => {
  const before = await waiting();
  const lead = await make({ waiting: true });
  expect(lead).toMatchObject({ owner_id: ana.id, first_contacted_at: null });
  expect(await countedIn(lead)).toEqual(['contacto=pendiente', 'answered=never', 'told again']);
  expect(await waiting()).toBe(before + 1);
  const { json } = await as(`/api/leads/${lead.id}`, { method: 'PATCH', body: { estado: 'contactado' } });
  expect(await countedIn(json.lead)).toEqual(['answered=5m', 'answered=60m', 'answered=ever']);
  expect(await waiting()).toBe(before);
});

test('it can be somebody else’s or nobody’s, and planned, in the same request; what cannot be makes none', async () => {
  const next = { next_contact_on: '2099-02-03', next_contact_at: '10:30' };
  expect(await make({ owner_id: beto.id, ...next })).toMatchObject({ owner_name: 'Beto', ...next });
  expect(await make({ owner_id: '', next_contact_on: '' })).toMatchObject({
    owner_id: null,
    next_contact_on: null,
  });
  const { events } = await ask(`/api/leads/${(await make(next)).id}/timeline`);
  expect(events.map(({ type, field }: Record<string, string>) => field ?? type).sort()).toEqual(
    ['created', 'next_contact_at', 'next_contact_on', 'owner_id'].sort(),
  );
  const count = () => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads').pluck().get());
  const made = count();
  const coordinator = makePerson(server, { status: 'suspended' });
  for (const [wrong, field] of [
    [{ owner_id: coordinator.id }, 'owner_id'],
    [{ next_contact_on: '2027-02-29' }, 'next_contact_on'],
    [{ next_contact_at: '10:30' }, 'next_contact_at'],
    [{ waiting: 'sí' }, 'waiting'],
  ] as const) {
    const body = { nombre: 'Iris', email: 'iris@x.example.com', ...wrong };
    const { status, json } = await as('/api/leads', { body });
    expect.soft([status, Object.keys(json.error.fields)], field).toEqual([422, [field]]);
  }
  expect(count()).toBe(made);
});

test('no turn takes it from them, and gives it to nobody; a program’s waits and goes in turn, as before', async () => {
  const takes = (takes_leads: number) =>
    withDatabase(server, (db) =>
      db.prepare('UPDATE profiles SET takes_leads = ? WHERE id = ?').run(takes_leads, beto.id),
    );
  takes(1);
  expect((await make()).owner_name).toBe('Ana');
  const body = { nombre: 'Programa', email: `${crypto.randomUUID()}@x.example.com` };
  const { lead } = (await callAs(server, makeToken(server), '/api/leads', { body })).json;
  takes(0);
  expect(lead).toMatchObject({ source: 'api', first_contacted_at: null });
  expect(lead.owner_id).not.toBeNull();
});
