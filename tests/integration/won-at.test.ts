import { describe, expect, test } from 'vitest';
import type { ImportChoices } from '~/shared/imports/import';
import type { Lead } from '~/shared/leads/lead';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { upload } from '../support/imports';
import { provideProvenPerson, provideSharedServer } from '../support/provide';
import { callAs, makeToken } from '../support/tokens';

const server = provideSharedServer();
const admin = provideProvenPerson(server, { name: 'Ana', roles: ['admin'] });

const api = (path: string, body?: unknown, method?: string) =>
  call(server, path, { cookie: admin.cookie, body, ...(method && { method }) });
const read = async (id: number): Promise<Lead> => (await api(`/api/leads/${id}`)).json.lead;
const wonAt = async (id: number) => (await read(id)).won_at;

async function change(id: number, body: unknown): Promise<Lead> {
  const { json, status } = await api(`/api/leads/${id}`, body, 'PATCH');
  expect(status).toBe(200);
  return json.lead;
}

const undo = (id: number, event: number) => api(`/api/leads/${id}/undo`, { event });

let made = 0;
const newEmail = () => `ganado-${process.pid}-${++made}@x.example.com`;
async function makeLead(lead: object = {}): Promise<number> {
  const { json } = await api('/api/leads', { nombre: 'Iris', email: newEmail(), waiting: true, ...lead });
  return json.lead.id;
}

/** Won long ago, through a change of status. */
async function makeWon(moment: string): Promise<number> {
  const id = await makeLead();
  await change(id, { estado: 'ganado' });
  withDatabase(server, (db) => {
    db.prepare("UPDATE lead_events SET created_at = ? WHERE lead_id = ? AND field = 'estado'").run(moment, id);
    db.prepare('UPDATE leads SET won_at = ? WHERE id = ?').run(moment, id);
  });
  return id;
}
const LONG_AGO = '2026-03-04T15:00:00.000Z';

type Choices = Partial<ImportChoices>;
async function importFile(lines: string[], choices: Choices = {}): Promise<number> {
  const { json } = await upload(server, admin, lines.join('\r\n'), `ganados-${++made}.csv`);
  const { id, mapping } = json.import;
  const checked = await api(`/api/imports/${id}/check`, { mapping, duplicates: 'create', ...choices });
  expect(checked.json.problems).toEqual([]);
  await api(`/api/imports/${id}/run`, { check: checked.json.check });
  await settled(id);
  return id;
}
const settled = (id: number) =>
  expect.poll(async () => (await api(`/api/imports/${id}`)).json.state).toMatch(/^(done|undone)$/);
async function undoImport(id: number): Promise<void> {
  await api(`/api/imports/${id}/undo`, {});
  await settled(id);
}
/** By exact email: searches also return similar ones. */
async function findByEmail(email: string): Promise<Lead> {
  const { leads } = (await api(`/api/leads?${new URLSearchParams({ q: email })}`)).json;
  return leads.find((lead: Lead) => lead.email === email);
}
const notesOf = async (id: number): Promise<string[]> =>
  (await api(`/api/leads/${id}/notes`)).json.notes.map(({ body }: { body: string }) => body);

describe('a change', () => {
  test('to won is when it was won, until it is won no more; won again, it is the new one', async () => {
    const id = await makeLead();
    expect(await wonAt(id)).toBeNull();
    const first = await change(id, { estado: 'ganado', plan: 'chat-ia' });
    expect(first.won_at).toBe(first.last_activity_at);
    expect(await wonAt(id)).toBe(first.won_at);
    await change(id, { nombre: 'Iris Rey' });
    expect(await wonAt(id)).toBe(first.won_at);
    expect((await change(id, { estado: 'en_seguimiento' })).won_at).toBeNull();
    expect(await wonAt(id)).toBeNull();
    const again = await change(id, { estado: 'ganado' });
    expect(again.won_at).toBe(again.last_activity_at);
    expect(await wonAt(id)).toBe(again.won_at);
  });

  test('of a program makes it won at its day, or at the moment', async () => {
    const token = makeToken(server);
    const post = async (lead: object): Promise<Lead> => {
      const body = { nombre: 'Juan', email: newEmail(), estado: 'ganado', ...lead };
      const { json, status } = await callAs(server, token, '/api/leads', { body });
      expect(status).toBe(201);
      return json.lead;
    };
    expect((await post({ created_at: LONG_AGO })).won_at).toBe(LONG_AGO);
    const now = await post({});
    expect(now.won_at).toBe(now.created_at);
    expect((await post({ estado: 'perdido' })).won_at).toBeNull();
  });
});

describe('undoing', () => {
  test('a win takes its moment away', async () => {
    const id = await makeLead();
    const { as_of } = await change(id, { estado: 'ganado' });
    expect((await undo(id, as_of)).json.lead.won_at).toBeNull();
    expect(await wonAt(id)).toBeNull();
  });

  test('what took it out of the won ones gives the former moment back', async () => {
    const id = await makeWon(LONG_AGO);
    const { as_of } = await change(id, { estado: 'perdido', lost_reason: 'precio' });
    const { json } = await undo(id, as_of);
    expect([json.lead.estado, json.lead.won_at]).toEqual(['ganado', LONG_AGO]);
    expect(await wonAt(id)).toBe(LONG_AGO);
  });

  test('several changes, one after the other, gives back the first one’s', async () => {
    const id = await makeWon(LONG_AGO);
    const lost = await change(id, { estado: 'perdido' });
    const won = await change(id, { estado: 'ganado' });
    await undo(id, won.as_of);
    expect(await wonAt(id)).toBeNull();
    await undo(id, lost.as_of);
    expect(await wonAt(id)).toBe(LONG_AGO);
  });

  test('a change of many gives each its own', async () => {
    const ids = [await makeWon(LONG_AGO), await makeWon('2026-05-06T12:00:00.000Z')];
    const { json } = await api('/api/leads/bulk', { ids, change: { estado: 'en_seguimiento' } });
    expect(await Promise.all(ids.map(wonAt))).toEqual([null, null]);
    expect((await api('/api/leads/bulk/undo', { undo: json.undo })).json.restored).toBe(2);
    expect(await Promise.all(ids.map(wonAt))).toEqual([LONG_AGO, '2026-05-06T12:00:00.000Z']);
  });
});

describe('two leads of one person', () => {
  test('joined: the one that stays was won when the other was; separated and joined again, too', async () => {
    const [going, staying] = [await makeWon(LONG_AGO), await makeLead()];
    await api(`/api/leads/${going}/join`, { into: staying });
    const joined = await read(staying);
    expect([joined.estado, joined.won_at]).toEqual(['ganado', LONG_AGO]);
    await api(`/api/leads/${going}/separate`, undefined, 'POST');
    expect(await wonAt(staying)).toBeNull();
    expect(await wonAt(going)).toBe(LONG_AGO);
    await api(`/api/leads/${going}/join`, { into: staying });
    const again = await read(staying);
    expect([again.estado, again.won_at]).toEqual(['ganado', LONG_AGO]);
  });

  test('the one that stays and is won keeps its own moment, and what happens later counts', async () => {
    const own = '2026-05-06T12:00:00.000Z';
    const [going, staying] = [await makeWon(LONG_AGO), await makeWon(own)];
    await api(`/api/leads/${going}/join`, { into: staying });
    expect(await wonAt(staying)).toBe(own);
    await change(staying, { estado: 'perdido' });
    const again = await change(staying, { estado: 'ganado' });
    await api(`/api/leads/${going}/separate`, undefined, 'POST');
    expect([await wonAt(going), await wonAt(staying)]).toEqual([LONG_AGO, again.won_at]);
  });

  test('that an earlier version joined, which kept no moment, are separated as ever', async () => {
    const [going, staying] = [await makeWon(LONG_AGO), await makeLead()];
    await api(`/api/leads/${going}/join`, { into: staying });
    withDatabase(server, (db) =>
      db
        .prepare(
          "UPDATE lead_joins SET before = json_remove(before, '$.fields.won_at', '$.after.won_at') WHERE lead_id = ?",
        )
        .run(going),
    );
    expect((await api(`/api/leads/${going}/separate`, undefined, 'POST')).status).toBe(200);
    expect(await read(staying)).toMatchObject({ estado: 'nuevo', won_at: null });
    expect(await wonAt(going)).toBe(LONG_AGO);
  });

  test('one whose day only a file knows', async () => {
    const email = newEmail();
    await importFile(['Nombre,Email,Estado,Ganado el', `Iris,${email},Ganado,2025-02-03`]);
    const going = (await findByEmail(email)).id;
    const staying = await makeLead();
    await api(`/api/leads/${going}/join`, { into: staying });
    expect(await wonAt(staying)).toBe('2025-02-03T12:00:00.000Z');
    await api(`/api/leads/${going}/separate`, undefined, 'POST');
    expect([await wonAt(going), await wonAt(staying)]).toEqual(['2025-02-03T12:00:00.000Z', null]);
  });
});

describe('an import', () => {
  test('says when its leads were won: by its column, else when they came, else nobody knows', async () => {
    const [dated, plain, lost, open] = [newEmail(), newEmail(), newEmail(), newEmail()];
    await importFile([
      'Nombre,Email,Estado,Create Date,Close Date',
      `Dora,${dated},Closed Won,2025-01-02,2025-02-03`,
      `Pía,${plain},Closed Won,2025-01-02,`,
      `Leo,${lost},Closed Lost,2025-01-02,2025-02-04`,
      `Abel,${open},In progress,2025-01-02,2025-02-05`,
    ]);
    expect(await findByEmail(dated)).toMatchObject({ estado: 'ganado', won_at: '2025-02-03T12:00:00.000Z' });
    expect(await findByEmail(plain)).toMatchObject({ won_at: '2025-01-02T12:00:00.000Z' });
    const leads = [await findByEmail(lost), await findByEmail(open)];
    expect(leads.map(({ won_at }) => won_at)).toEqual([null, null]);
    // On a lost lead it is the day of losing it, on an open one an expected date.
    expect(await notesOf(leads[0]?.id ?? 0)).toEqual(['Close Date: 2025-02-04']);
    expect(await notesOf(leads[1]?.id ?? 0)).toEqual(['Close Date: 2025-02-05']);
    const unknown = newEmail();
    await importFile(['Nombre,Email,Estado', `Eva,${unknown},Ganado`]);
    expect(await findByEmail(unknown)).toMatchObject({ estado: 'ganado', won_at: null });
  });

  test('that is no date, or still to come, stands in the note', async () => {
    const [word, later] = [newEmail(), newEmail()];
    await importFile([
      'Nombre,Email,Estado,Won time',
      `Uno,${newEmail()},Won,2025-02-03 10:30`,
      `Dos,${word},Won,pronto`,
      `Tres,${later},Won,2099-01-01`,
    ]);
    for (const [email, note] of [
      [word, 'Won time: pronto'],
      [later, 'Won time: 2099-01-01'],
    ] as const) {
      const lead = await findByEmail(email);
      expect(lead.won_at).toBeNull();
      expect(await notesOf(lead.id)).toEqual([note]);
    }
  });

  test('that updates gives the day to who is won after it; undone, all is as before', async () => {
    const [won, open] = [await makeWon(LONG_AGO), await makeLead()];
    const emails = [(await read(won)).email, (await read(open)).email];
    const file = ['Nombre,Email,Estado,Ganado el', ...emails.map((email) => `Iris,${email},Ganado,2025-02-03`)];
    const filled = await importFile(file, { duplicates: 'update' });
    expect([await wonAt(won), await wonAt(open)]).toEqual([LONG_AGO, '2025-02-03T12:00:00.000Z']);
    expect((await api(`/api/imports/${filled}`)).json).toMatchObject({ updated: 1 });
    const replaced = await importFile(file, { duplicates: 'update', overwrite: true });
    expect([await wonAt(won), await wonAt(open)]).toEqual(Array(2).fill('2025-02-03T12:00:00.000Z'));
    await undoImport(replaced);
    expect([await wonAt(won), await wonAt(open)]).toEqual([LONG_AGO, '2025-02-03T12:00:00.000Z']);
    await undoImport(filled);
    expect([await wonAt(won), await wonAt(open)]).toEqual([LONG_AGO, null]);
  });

  test('that made one lost, undone: it was won when it had been; whoever was won again stays so', async () => {
    const ids = [await makeWon(LONG_AGO), await makeWon(LONG_AGO), await makeWon(LONG_AGO)];
    const rows = await Promise.all(ids.map(async (id) => `Iris,${(await read(id)).email},Perdido`));
    const replaced = await importFile(['Nombre,Email,Estado', ...rows], {
      duplicates: 'update',
      overwrite: true,
    });
    expect(await Promise.all(ids.map(wonAt))).toEqual([null, null, null]);
    const again = await change(ids[1] ?? 0, { estado: 'ganado' });
    await change(ids[2] ?? 0, { estado: 'contactado' });
    await undoImport(replaced);
    expect(await Promise.all(ids.map(wonAt))).toEqual([LONG_AGO, again.won_at, null]);
  });

  test('and a change that is undone: the file’s day comes back', async () => {
    const email = newEmail();
    await importFile(['Nombre,Email,Estado,Ganado el', `Iris,${email},Ganado,03/02/2025 10:30`]);
    const { id, won_at } = await findByEmail(email);
    expect(won_at).toBe('2025-02-03T13:30:00.000Z');
    const { as_of } = await change(id, { estado: 'perdido' });
    await undo(id, as_of);
    expect(await wonAt(id)).toBe(won_at);
  });
});
