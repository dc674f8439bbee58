import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { providePerson, provideProvenPerson, provideReceiver, provideServer } from '../support/provide';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.updated lead.deleted lead.restored' },
}));
const ana = provideProvenPerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });
const root = providePerson(server, { name: 'Rita', roles: ['admin'] });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });
const patch = (person: Person, id: number, body: unknown) => as(person, `/api/leads/${id}`, { method: 'PATCH', body });
const read = async (id: number) => (await as(ana, `/api/leads/${id}`)).json.lead;
const bulk = (person: Person, body: unknown, key?: string) =>
  as(person, '/api/leads/bulk', { body, ...(key && { headers: { 'idempotency-key': key } }) });
const undoOnce = (person: Person, undo: string) => as(person, '/api/leads/bulk/undo', { body: { undo } });
const lastEvent = () =>
  withDatabase(server, (db) => Number(db.prepare('SELECT max(id) FROM lead_events').pluck().get()));

async function makeLeads(count: number, empresa = 'Sur'): Promise<number[]> {
  const made = Array.from({ length: count }, (_, n) =>
    as(ana, '/api/leads', {
      body: { nombre: `Lead ${n}`, email: `l${n}@x.example.com`, empresa, owner_id: null, waiting: true },
    }),
  );
  return (await Promise.all(made)).map(({ json }) => json.lead.id);
}

/** Slightly more than one call changes. */
const MANY = 260;

/** Leads of a made-up company unique to the test, inserted in bulk. */
function fill(count: number, word: string): void {
  withDatabase(server, (db) =>
    db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO leads (nombre, email, email_key, empresa, source, created_at)
         SELECT 'Lead ' || i, i || '@x.example.com', i || '@x.example.com', ?, 'crm_manual', '2026-01-01T00:00:00.000Z'
         FROM n`,
      )
      .run(count, word),
  );
}

/** Repeats the call until done, as the screen does. */
async function finish(work: () => ReturnType<typeof call>) {
  let calls = 0;
  for (;;) {
    const { status, json } = await work();
    calls++;
    expect(status).toBe(200);
    if (json.done) return { ...json, calls };
  }
}
const bulkAll = (person: Person, body: unknown, key: string = crypto.randomUUID()) =>
  finish(() => bulk(person, body, key));
const undo = (person: Person, key: string) => finish(() => undoOnce(person, key));

describe('many leads are changed at once', () => {
  test('each with its own event and its own message, and those that are so already are skipped', async () => {
    const ids = await makeLeads(12);
    await patch(ana, ids[0] ?? 0, { estado: 'contactado' });
    await receiver.waitForRequests(1);
    const before = receiver.received.length;
    const { json } = await bulk(ana, { ids: [...ids, ids[1]], change: { estado: 'contactado' } });
    expect(json).toMatchObject({ changed: 11, skipped: 1, done: true });
    await receiver.waitForRequests(before + 11);
    const messages = receiver.received.slice(before).map(({ body }) => JSON.parse(body));
    expect(messages.map(({ lead }) => lead.id).sort()).toEqual(ids.slice(1).sort());
    expect(messages[0]).toMatchObject({
      event: 'lead.updated',
      changed: { estado: 'contactado' },
      previous: { estado: 'nuevo' },
    });
    const { events } = (await as(ana, `/api/leads/${ids[5]}/timeline`)).json;
    expect(events[0]).toMatchObject({ actor_name: 'Ana', field: 'estado', to_value: 'contactado' });
    // Bulk changes claim no ownership.
    expect(await read(ids[5] ?? 0)).toMatchObject({ owner_id: null, first_contacted_at: expect.any(String) });
  });

  test('and go back as they were, each with its first contact', async () => {
    const ids = await makeLeads(3);
    const { json } = await bulk(ana, { ids, change: { estado: 'perdido', lost_reason: 'precio' } });
    expect(await read(ids[0] ?? 0)).toMatchObject({ estado: 'perdido', lost_reason: 'precio' });
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 3, kept: 0 });
    const back = { estado: 'nuevo', lost_reason: null, first_contacted_at: null };
    for (const id of ids) expect(await read(id)).toMatchObject(back);
    // A repeated press finds nothing to undo.
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 3, kept: 0, calls: 1 });
  });

  test('a next contact that a closed status took comes back with it', async () => {
    const [id = 0] = await makeLeads(1);
    await patch(ana, id, { next_contact_on: '2027-03-01', next_contact_at: '09:30' });
    const { json } = await bulk(ana, { ids: [id], change: { estado: 'ganado' } });
    expect(await read(id)).toMatchObject({ next_contact_on: null });
    await undo(ana, json.undo);
    expect(await read(id)).toMatchObject({ next_contact_on: '2027-03-01', next_contact_at: '09:30' });
  });

  test('closed ones get a next contact like the others, also as they are lost', async () => {
    const [closed = 0, open = 0] = await makeLeads(2);
    await patch(ana, closed, { estado: 'ganado' });
    const { json } = await bulk(ana, { ids: [closed, open], change: { next_contact_on: '2027-03-01' } });
    expect(json).toMatchObject({ changed: 2, skipped: 0 });
    const change = { estado: 'perdido', lost_reason: 'mas_adelante', next_contact_on: '2027-06-01' };
    expect((await bulk(ana, { ids: [closed, open], change })).json).toMatchObject({ changed: 2 });
    for (const id of [closed, open]) expect(await read(id)).toMatchObject(change);
  });

  test('deleted ones are skipped, and deleting many can be taken back', async () => {
    const ids = await makeLeads(4);
    await as(beto, `/api/leads/${ids[0]}`, { method: 'DELETE' });
    const total = async () => (await as(ana, '/api/leads/counters')).json.total;
    const before = await total();
    const { json } = await bulk(ana, { ids, change: { deleted: true } });
    expect(json).toMatchObject({ changed: 3, skipped: 1 });
    expect(await total()).toBe(before - 3);
    await as(beto, `/api/leads/${ids[1]}/restore`, { body: {} });
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 2, kept: 1 });
    expect(await total()).toBe(before);
  });

  test('purged ones are gone for good', async () => {
    const [id = 0] = await makeLeads(1);
    const { json } = await bulk(ana, { ids: [id], change: { deleted: true } });
    withDatabase(server, (db) => db.prepare('DELETE FROM leads WHERE id = ?').run(id));
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 0, kept: 1 });
  });
});

describe('what others do meanwhile stays', () => {
  test('what they changed after it was seen is skipped; their other changes are not touched', async () => {
    const [one = 0, two = 0] = await makeLeads(2);
    const as_of = lastEvent();
    await patch(beto, one, { estado: 'ganado' });
    await patch(beto, two, { empresa: 'Norte' });
    const { json } = await bulk(ana, { ids: [one, two], change: { estado: 'contactado' }, as_of });
    const { nombre } = await read(one);
    expect(json).toMatchObject({ changed: 1, skipped: 1, left: [{ id: one, nombre }] });
    expect(await read(one)).toMatchObject({ estado: 'ganado' });
    expect(await read(two)).toMatchObject({ estado: 'contactado', empresa: 'Norte' });
  });

  test('undoing leaves alone what was changed since, also where it was changed back', async () => {
    const ids = await makeLeads(4);
    const [one = 0, two = 0, three = 0] = ids;
    const { json } = await bulk(ana, { ids, change: { estado: 'contactado' } });
    await patch(beto, one, { estado: 'en_seguimiento' });
    await patch(beto, two, { estado: 'ganado' });
    await patch(beto, two, { estado: 'contactado' });
    await patch(beto, three, { empresa: 'Norte' });
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 2, kept: 2 });
    expect((await read(one)).estado).toBe('en_seguimiento');
    expect((await read(two)).estado).toBe('contactado');
    expect(await read(three)).toMatchObject({ estado: 'nuevo', empresa: 'Norte' });
  });

  test('of two at once each lead is changed by both or one, and no undo takes the other’s change', async () => {
    const ids = await makeLeads(40);
    const [mine, theirs] = await Promise.all([
      bulk(ana, { ids, change: { estado: 'contactado' } }),
      bulk(beto, { ids, change: { estado: 'en_seguimiento' } }),
    ]);
    expect(mine.json.changed + mine.json.skipped).toBe(40);
    expect(theirs.json.changed + theirs.json.skipped).toBe(40);
    const taken = await undo(ana, mine.json.undo);
    expect(taken.restored + taken.kept).toBe(mine.json.changed);
    const states = await Promise.all(ids.map(async (id) => (await read(id)).estado));
    expect(states.filter((estado) => estado === 'contactado')).toEqual([]);
  });

  test('a former owner who was suspended gets nothing back', async () => {
    const carla = makePerson(server, { name: 'Carla' });
    const [id = 0] = await makeLeads(1);
    await patch(carla, id, { estado: 'contactado' });
    const { json } = await bulk(ana, { ids: [id], change: { owner_id: beto.id } });
    withDatabase(server, (db) => db.prepare("UPDATE profiles SET status = 'suspended' WHERE id = ?").run(carla.id));
    expect(await undo(ana, json.undo)).toMatchObject({ restored: 0, kept: 1 });
    expect((await read(id)).owner_id).toBe(beto.id);
    const given = await bulk(ana, { ids: [id], change: { owner_id: carla.id } });
    expect([given.status, given.json.error.message]).toEqual([422, 'Responsable: elegí a alguien activo del equipo.']);
  });
});

describe('all that match', () => {
  test('are changed call by call, and whoever comes meanwhile is not', async () => {
    fill(MANY, 'Quebrada');
    const key = crypto.randomUUID();
    const body = { filter: { q: 'quebrada' }, change: { next_contact_on: '2027-04-01' } };
    const first = await bulk(ana, body, key);
    expect(first.json).toMatchObject({ done: false });
    const [late = 0] = await makeLeads(1, 'Quebrada');
    // They still match the filter after the change; even so, none is changed twice.
    expect(await bulkAll(ana, body, key)).toMatchObject({ changed: MANY, skipped: 0, undo: key });
    expect(await read(late)).toMatchObject({ next_contact_on: null });
    expect(await undo(ana, key)).toMatchObject({ restored: MANY, kept: 0 });
  });

  test('also where the change takes them out of the list', async () => {
    fill(MANY, 'Ladera');
    await bulkAll(ana, { filter: { q: 'ladera' }, change: { owner_id: beto.id } });
    const filter = { owner: beto.id, estado: 'nuevo' };
    const done = await bulkAll(beto, { filter, change: { owner_id: null } });
    expect(done).toMatchObject({ changed: MANY, skipped: 0 });
    expect((await as(beto, `/api/leads?owner=${beto.id}&estado=nuevo`)).json.total).toBe(0);
    expect(await undo(beto, done.undo)).toMatchObject({ restored: MANY });
    expect((await as(beto, '/api/leads?owner=me&estado=nuevo')).json.total).toBe(MANY);
  });

  test('where one arrived before it was pressed, but after it was seen: not', async () => {
    const as_of = lastEvent();
    const [id = 0] = await makeLeads(1, 'Cumbre');
    const seen = { filter: { q: 'cumbre' }, change: { estado: 'perdido' }, as_of };
    expect(await bulkAll(beto, seen)).toMatchObject({ changed: 0, skipped: 1 });
    expect((await read(id)).estado).toBe('nuevo');
  });

  test('nobody, where nothing matches', async () => {
    const filter = { q: '¡¿?!', estado: 'ganado' };
    expect(await bulkAll(ana, { filter, change: { deleted: true } })).toMatchObject({ changed: 0 });
  });

  test('may be stopped by undoing: the rest stays as it is', async () => {
    fill(MANY, 'Meseta');
    const key = crypto.randomUUID();
    const body = { filter: { q: 'meseta' }, change: { estado: 'contactado' } };
    const { json } = await bulk(ana, body, key);
    expect(await undo(ana, key)).toMatchObject({ restored: json.changed, kept: 0 });
    expect((await bulk(ana, body, key)).json).toMatchObject({ changed: json.changed, done: true });
    expect((await as(ana, '/api/leads?q=meseta&estado=nuevo')).json.total).toBe(MANY);
  });
});

describe('a press whose answer was lost', () => {
  test('does nothing twice', async () => {
    const ids = await makeLeads(5);
    const key = crypto.randomUUID();
    const body = { ids, change: { estado: 'contactado' } };
    const [first, second] = await Promise.all([bulk(ana, body, key), bulk(ana, body, key)]);
    expect(first.json).toEqual(second.json);
    await patch(beto, ids[0] ?? 0, { estado: 'nuevo' });
    expect((await bulk(ana, body, key)).json).toEqual(first.json);
    expect((await read(ids[0] ?? 0)).estado).toBe('nuevo');
    const { events } = (await as(ana, `/api/leads/${ids[1]}/timeline`)).json;
    expect(events.filter(({ field }: { field: string }) => field === 'estado')).toHaveLength(1);
  });

  test('belongs to whoever made it, and to what they pressed', async () => {
    const ids = await makeLeads(1);
    const key = crypto.randomUUID();
    await bulk(ana, { ids, change: { estado: 'contactado' } }, key);
    const other = await bulk(ana, { ids, change: { estado: 'ganado' } }, key);
    expect([other.status, other.json.error.code]).toEqual([422, 'already_made']);
    const stolen = await undoOnce(beto, key);
    expect([stolen.status, stolen.json.error.message]).toEqual([404, 'Ese cambio ya no se puede deshacer.']);
    withDatabase(server, (db) =>
      db.prepare("UPDATE bulk_acts SET created_at = '2026-01-01T00:00:00.000Z' WHERE key = ?").run(key),
    );
    expect((await undoOnce(ana, key)).status).toBe(404);
  });
});

describe('deleting more than 50', () => {
  const LIVE = 'SELECT count(*) FROM leads WHERE deleted_at IS NULL AND empresa = ?';
  const live = (word: string) => withDatabase(server, (db) => db.prepare(LIVE).pluck().get(word));
  const find = async (type: string) =>
    (await as(root, '/api/audit')).json.events.find((event: { type: string }) => event.type === type);
  const ageAct = (key: string, days: number) =>
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE bulk_acts SET created_at = ? WHERE key = ?')
        .run(new Date(Date.now() - days * 86_400_000).toISOString(), key),
    );
  const idsOf = (word: string) =>
    withDatabase(server, (db) => db.prepare('SELECT id FROM leads WHERE empresa = ?').pluck().all(word));

  test('asks who is there once, stands in the audit, and any administrator undoes it for 30 days', async () => {
    fill(MANY, 'Barranca');
    const carla = makePerson(server, { name: 'Carla' });
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE sessions SET created_at = ?, confirmed_at = NULL WHERE user_id = ?')
        .run(new Date(Date.now() - 360_000).toISOString(), carla.id),
    );
    const key = crypto.randomUUID();
    const body = { filter: { q: 'barranca' }, change: { deleted: true } };
    const some = { ids: idsOf('Barranca'), change: { deleted: true } };
    for (const asked of [body, some, { ...some, ids: some.ids.slice(0, 51) }]) {
      const refused = await bulk(carla, asked, key);
      expect([refused.status, refused.json.error.code]).toEqual([403, 'step_up']);
    }
    expect((await bulk(carla, { ...some, ids: some.ids.slice(0, 50) })).json).toMatchObject({ changed: 50 });
    const { headers } = await as(carla, '/api/auth/confirm', { body: { password: PASSWORD } });
    carla.cookie = headers.get('set-cookie')?.split(';')[0] ?? '';
    expect(await bulkAll(carla, body, key)).toMatchObject({ changed: MANY - 50 });
    expect(await find('leads_deleted')).toMatchObject({
      actor_email: carla.email,
      to_value: `${MANY - 50} · q=*`,
      undo: key,
    });
    expect((await undoOnce(beto, key)).status).toBe(404);
    ageAct(key, 29);
    expect(await undo(root, key)).toMatchObject({ restored: MANY - 50, kept: 0 });
    expect(live('Barranca')).toBe(MANY - 50);
    expect(await find('leads_deleted')).toMatchObject({ undo: null });
    expect(await find('leads_undeleted')).toMatchObject({
      actor_email: root.email,
      to_value: String(MANY - 50),
    });
    const { events } = (await as(ana, `/api/leads/${some.ids[60]}/timeline`)).json;
    expect(events[0]).toMatchObject({ type: 'restored', actor_name: 'Rita' });
    ageAct(key, 31);
    expect((await undoOnce(root, key)).status).toBe(404);
  });

  test('is kept for that long, and other changes for a day', async () => {
    fill(60, 'Quinta');
    const ids = idsOf('Quinta');
    const { json: deleted } = await bulk(ana, { ids, change: { deleted: true } });
    expect(await find('leads_deleted')).toMatchObject({ actor_email: ana.email, to_value: '60' });
    ageAct(deleted.undo, 2);
    withDatabase(server, (db) => db.prepare('DELETE FROM leads WHERE id = ?').run(ids.pop()));
    expect(await undo(ana, deleted.undo)).toMatchObject({ restored: 59, kept: 1 });
    expect(await find('leads_undeleted'), 'says how many it was').toMatchObject({ to_value: '59' });
    const { json: changed } = await bulk(ana, { ids, change: { estado: 'contactado' } });
    expect((await undoOnce(root, changed.undo)).status).toBe(404);
    ageAct(changed.undo, 2);
    expect((await undoOnce(ana, changed.undo)).status).toBe(404);
  });
});

test('what cannot be done to many is refused in words', async () => {
  const cases: [object, string][] = [
    [{ change: { estado: 'nuevo' } }, 'Leads: indicá cuáles, o con qué filtros, pero no las dos cosas.'],
    [{ ids: [], change: { estado: 'nuevo' } }, 'Leads: elegí entre 1 y 500.'],
    [{ ids: Array.from({ length: 501 }, (_, n) => n + 1), change: { estado: 'nuevo' } }, 'Leads: elegí entre 1 y 500.'],
    // Schema errors without a translation get the generic message, not English.
    [{ ids: [1.5], change: { estado: 'nuevo' } }, 'Revisá los datos marcados.'],
    [{ ids: [1], change: { deleted: false } }, 'Revisá los datos marcados.'],
    [{ ids: [1], change: {} }, 'No hay ningún cambio para guardar.'],
    [{ ids: [1], change: { deleted: true, estado: 'nuevo' } }, 'Eliminar: va sin otros cambios.'],
    [
      { ids: [1], change: { next_contact_on: '2026-02-30' } },
      'Próximo contacto: escribí un día que exista, por ejemplo 2026-11-30.',
    ],
    [{ ids: [1], change: { next_contact_at: '09:30' } }, 'Hora: elegí también el día del próximo contacto.'],
    [{ ids: [1], change: { estado: 'ganado', lost_reason: 'precio' } }, 'Motivo: solo lo tiene un lead perdido.'],
    [{ filter: { estado: 'otro' }, change: { estado: 'nuevo' } }, 'Ese filtro no existe.'],
    [
      { filter: {}, change: { estado: 'nuevo' } },
      'Para cambiar todos los que coinciden hace falta la cabecera Idempotency-Key.',
    ],
  ];
  for (const [body, message] of cases) {
    const { status, json } = await bulk(ana, body);
    expect.soft([status, json.error?.message], JSON.stringify(body).slice(0, 100)).toEqual([422, message]);
  }
});

test('an open panel hears of hundreds of leads in a few messages, and of the last one too', async () => {
  fill(MANY, 'Bajada');
  const stream = await openStream(server, beto.cookie, { after: lastEvent() });
  await bulkAll(ana, { filter: { q: 'bajada' }, change: { estado: 'contactado' } });
  const last = lastEvent();
  await stream.waitFor(({ id }) => Number(id) >= last);
  expect(stream.messages.length).toBeLessThan(MANY / 2);
  stream.close();
});
