import { describe, expect, test } from 'vitest';
import type { LeadEvent } from '~/shared/leads/event';
import type { Lead } from '~/shared/leads/lead';
import { flushSomeWords } from '../../db/search-index';
import type { Person } from '../support/accounts';
import { whileDayLasts } from '../support/clock';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { readDescribedApi } from '../support/described-api';
import { call } from '../support/http';
import { openStream } from '../support/live';
import { providePerson, provideReceiver, provideServer } from '../support/provide';
import { storeMessage } from '../support/stored-messages';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.joined lead.separated' },
}));
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });
const post = (path: string, body?: unknown, person = ana) =>
  as(person, path, { method: 'POST', ...(body !== undefined && { body }) });
const patch = (id: number, body: unknown) => as(ana, `/api/leads/${id}`, { method: 'PATCH', body });
const read = async (id: number): Promise<Lead> => (await as(ana, `/api/leads/${id}`)).json.lead;
const join = (id: number, into: number, more: object = {}, person = ana) =>
  post(`/api/leads/${id}/join`, { into, ...more }, person);
const separate = (id: number) => post(`/api/leads/${id}/separate`);
const counters = async () => (await as(ana, '/api/leads/counters')).json;
const timeline = async (id: number): Promise<LeadEvent[]> => (await as(ana, `/api/leads/${id}/timeline`)).json.events;
const found = async (q: string): Promise<number[]> =>
  (await as(ana, `/api/leads?${new URLSearchParams({ q })}`)).json.leads.map(({ id }: Lead) => id);
const note = (id: number, body: string) => post(`/api/leads/${id}/notes`, { body });

/** The message of an event about a lead that goes or comes back. */
async function sent(event: string, id: number): Promise<Record<string, unknown>> {
  for (;;) {
    const messages = receiver.received.map(({ body }) => JSON.parse(body));
    const message = messages.find((one) => one.event === event && one.other.id === id);
    if (message) return message;
    await receiver.waitForRequests(receiver.received.length + 1);
  }
}

let made = 0;
async function makeLead(lead: Record<string, unknown> = {}): Promise<number> {
  const email = `persona${++made}@x.example.com`;
  const body = { nombre: 'Iris', email, owner_id: null, waiting: true, ...lead };
  const { status, json } = await post('/api/leads', body);
  expect(status).toBe(201);
  return json.lead.id;
}

/** Everything stored about these leads that must survive, apart from the join itself. */
function stored(...ids: number[]) {
  const list = ids.join();
  return withDatabase(server, (db) => ({
    leads: db.prepare(`SELECT * FROM leads WHERE id IN (${list}) ORDER BY id`).all().map(timeless),
    notes: db.prepare(`SELECT * FROM lead_notes WHERE lead_id IN (${list}) ORDER BY id`).all(),
    attempts: db.prepare(`SELECT * FROM contact_attempts WHERE lead_id IN (${list}) ORDER BY 1, 2`).all(),
    companies: db.prepare(`SELECT id, lead_id FROM companies WHERE lead_id IN (${list}) ORDER BY id`).all(),
    joins: db.prepare('SELECT * FROM lead_joins ORDER BY lead_id').all(),
  }));
}
function timeless(row: unknown) {
  // Derived from the history, which grew by the join and the separation.
  const { last_activity_at, ...fields } = row as Record<string, unknown>;
  return fields;
}
/** Events of these leads other than the join and its changes. */
function eventsOf(upTo: number, ...ids: number[]) {
  return withDatabase(server, (db) =>
    db.prepare(`SELECT * FROM lead_events WHERE lead_id IN (${ids.join()}) AND id <= ? ORDER BY id`).all(upTo),
  );
}
/** Whether the search index and foreign keys are consistent. */
function expectSound(): void {
  withDatabase(server, (db) => {
    while (flushSomeWords(db));
    db.exec("INSERT INTO lead_words (lead_words, rank) VALUES ('integrity-check', 1)");
    expect(db.pragma('foreign_key_check')).toEqual([]);
  });
}

describe('two leads of one person that are joined', () => {
  test('are one: its notes, history, contacts and words are of both, and nobody counts the other one', async () => {
    const old = await makeLead({
      nombre: 'Olga Paz',
      email: 'olga@vieja.example.com',
      whatsapp: '+54 9 11 5874 9895',
    });
    await note(old, 'Quiere tres ambientes');
    await patch(old, { estado: 'en_seguimiento', next_contact_on: '2030-05-01' });
    const fresh = await makeLead({
      nombre: 'Olga',
      email: 'olga@nueva.example.com',
      mensaje: 'Escribo de nuevo',
    });
    await note(fresh, 'Ahora por la zona norte');
    const before = await counters();
    const { status, json } = await join(fresh, old);
    expect(status).toBe(200);
    expect(json.lead).toMatchObject({
      ...{ id: old, nombre: 'Olga', email: 'olga@nueva.example.com', whatsapp: '+54 9 11 5874 9895' },
      ...{ mensaje: 'Escribo de nuevo', estado: 'en_seguimiento', next_contact_on: '2030-05-01' },
      ...{ notes_count: 2, joined: 1, duplicates: 0 },
    });
    const after = await counters();
    expect(after.total).toBe(before.total - 1);
    expect(after.nuevos_7_dias).toBe(before.nuevos_7_dias - 1);
    expect((await as(ana, `/api/leads/${old}/notes`)).json.notes.map((one: { body: string }) => one.body)).toEqual([
      'Ahora por la zona norte',
      'Quiere tres ambientes',
    ]);
    // Both leads' words find the survivor, including values it lost to the other's.
    for (const words of ['olga@vieja', 'olga@nueva', 'Paz', 'zona norte', 'de nuevo']) {
      expect(await found(words)).toEqual([old]);
    }
    expect((await as(ana, '/api/leads/trash')).json.leads.map(({ id }: Lead) => id)).not.toContain(fresh);
    const events = await timeline(old);
    expect(events.find(({ type }) => type === 'joined')).toMatchObject({
      actor_name: 'Ana',
      other: { id: fresh, nombre: 'Olga', email: 'olga@nueva.example.com', mensaje: 'Escribo de nuevo' },
    });
    expect(events.filter(({ type }) => type === 'created').map(({ other }) => other?.id ?? null)).toEqual([
      fresh,
      null,
    ]);
    expect(events.filter(({ type }) => type === 'note_added')).toHaveLength(2);
    const others = await as(ana, `/api/leads/${old}/others`);
    expect(others.json).toMatchObject({
      leads: [],
      joined: [{ id: fresh, joined_by: 'Ana', separable: true }],
    });
    expectSound();
  });

  test('take what is chosen, and the newer where nothing is', async () => {
    const old = await makeLead({ nombre: 'Uno', empresa: 'Costanera', pais: 'Chile' });
    const fresh = await makeLead({ nombre: 'Dos', pais: 'Perú', client_type: 'otros' });
    const { json } = await join(fresh, old, { take: ['pais'] });
    expect(json.lead).toMatchObject({ nombre: 'Uno', empresa: 'Costanera', pais: 'Perú', client_type: null });
    const other = await makeLead({ nombre: 'Tres', client_type: 'otros' });
    expect((await join(other, old)).json.lead).toMatchObject({
      ...{ nombre: 'Tres', empresa: 'Costanera', pais: 'Perú', client_type: 'otros', joined: 2 },
    });
  });

  test('show the first line of what the person wrote last, wherever they wrote it', async () => {
    const old = await makeLead({ mensaje: '\n  ¿Me llaman hoy?  \nGracias' });
    expect((await read(old)).last_words).toBe('¿Me llaman hoy?');
    const fresh = await makeLead({ mensaje: 'Ya no hace falta' });
    await join(fresh, old);
    expect((await read(old)).last_words).toBe('Ya no hace falta');
    storeMessage(server, { lead: old, text: 'Mejor sí\nA las ocho' });
    storeMessage(server, { lead: old, text: 'Le escribimos', direction: 'out' });
    expect((await read(old)).last_words).toBe('Mejor sí');
    expect((await read(await makeLead())).last_words).toBeNull();
  });

  test('are told to the workflow and to open panels', async () => {
    const [old, fresh] = [await makeLead({ nombre: 'Uno' }), await makeLead({ nombre: 'Dos' })];
    const stream = await openStream(server, ana.cookie);
    await join(fresh, old);
    const joined = (await as(ana, `/api/leads/panel?also=${old},${fresh}&q=nadie`)).json;
    expect(joined.also.leads).toMatchObject([{ id: old, nombre: 'Dos', joined: 1 }]);
    await stream.hears(joined.as_of);
    const joinMessage = await sent('lead.joined', fresh);
    expect(joinMessage).toMatchObject({
      event: 'lead.joined',
      lead: { id: old, nombre: 'Dos' },
      other: { id: fresh, nombre: 'Dos' },
      changed: { nombre: 'Dos' },
      previous: { nombre: 'Uno' },
    });
    await separate(fresh);
    await stream.hears((await as(ana, `/api/leads/${fresh}`)).json.lead.as_of);
    expect(await sent('lead.separated', fresh)).toMatchObject({
      lead: { id: old, nombre: 'Uno' },
      other: { id: fresh },
      data: { id: old, other: { id: fresh } },
    });
    const { judgeMessage } = await readDescribedApi(server);
    for (const message of receiver.received) judgeMessage(message);
    stream.close();
  });

  test('are found under either number, and what comes for the one that went is added to the one that stays', async () => {
    const [old, fresh] = [await makeLead(), await makeLead({ email: 'fue@x.example.com' })];
    await join(fresh, old, { take: [] });
    expect((await read(fresh)).id).toBe(old);
    expect((await note(fresh, 'Escrita antes de enterarse')).status).toBe(201);
    expect((await post(`/api/leads/${fresh}/contacts`, { channel: 'call' })).json.lead.id).toBe(old);
    expect((await as(ana, `/api/leads/${fresh}/notes`)).json.notes).toHaveLength(1);
    expect((await as(ana, `/api/leads/${fresh}/timeline`)).json.events.length).toBeGreaterThan(3);
    const page = await call(server, `/panel?estado=nuevo&lead=${fresh}`, { cookie: ana.cookie });
    expect(page.headers.get('location')).toBe(`/panel?estado=nuevo&lead=${old}`);
    // The former address still identifies the same person.
    const { json } = await as(ana, '/api/leads/matches?email=fue@x.example.com');
    expect(json.leads.map(({ id }: Lead) => id)).toEqual([old]);
    const replaced = await makeLead({ email: 'antes@x.example.com' });
    await join(await makeLead({ email: 'ahora@x.example.com' }), replaced);
    const former = await as(ana, '/api/leads/matches?email=antes@x.example.com');
    expect(former.json.leads.map(({ id }: Lead) => id)).toEqual([replaced]);
    // Calls on the joined lead must not reach the survivor.
    for (const [method, body] of [
      ['PATCH', { estado: 'ganado' }],
      ['DELETE', undefined],
    ] as const) {
      const answer = await as(ana, `/api/leads/${fresh}`, { method, ...(body && { body }) });
      expect(answer.status).toBe(404);
      expect(answer.json.error.message).toMatch(/^Esta consulta ya está unida a la de Iris/);
    }
    expect((await post(`/api/leads/${fresh}/restore`)).status).toBe(404);
    expect((await post('/api/leads/bulk', { ids: [fresh], change: { deleted: true } })).json).toMatchObject({
      ...{ changed: 0, skipped: 1 },
    });
  });
});

describe('who joins what others have', () => {
  test('crosswise at once makes one lead, and so does the same press again', async () => {
    const [one, other] = [await makeLead(), await makeLead()];
    const answers = await Promise.all([join(one, other), join(other, one, {}, beto)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    const stays = answers[0]?.json.lead.id;
    expect(answers[1]?.json.lead.id).toBe(stays);
    expect((await join(one, other)).json.lead).toMatchObject({ id: stays, joined: 1 });
    expect((await timeline(stays)).filter(({ type }) => type === 'joined')).toHaveLength(1);
    expectSound();
  });

  test('is told where one of them was changed meanwhile, or joined with a third one', async () => {
    const [one, other, third] = [
      await makeLead(),
      await makeLead({ nombre: 'Otra' }),
      await makeLead({ nombre: 'Vera' }),
    ];
    const { as_of } = await read(one);
    await patch(other, { empresa: 'Costanera' });
    expect((await join(one, other, { as_of })).status).toBe(409);
    expect((await read(one)).id).toBe(one);
    await join(other, third, { take: [] });
    for (const answer of [await join(one, other), await join(other, one)]) {
      expect(answer.status).toBe(409);
      expect(answer.json.error.message).toMatch(/^Mientras tanto se unió con la consulta de Vera/);
    }
  });

  test('must name two that stand', async () => {
    const [one, other] = [await makeLead(), await makeLead()];
    expect((await join(one, one)).json.error.fields).toHaveProperty('into');
    expect((await join(one, 987_654_321)).status).toBe(404);
    expect((await join(987_654_321, one)).status).toBe(404);
    await as(ana, `/api/leads/${other}`, { method: 'DELETE' });
    expect((await join(one, other)).status).toBe(404);
    expect((await join(other, one)).status).toBe(404);
    expect((await join(one, other, { take: ['id'] })).status).toBe(422);
    expect((await read(one)).id).toBe(one);
  });
});

describe('who separates them', () => {
  test('gets both back as they were, whatever they held', async () => {
    const pick = <Value>(values: readonly Value[], at: number) => values[at % values.length] as Value;
    const first = made;
    for (let turn = 0; turn < 24; turn++) {
      const shape = (at: number) => ({
        nombre: pick(['Olga Paz', 'Olga', 'O. Paz'], at),
        whatsapp: pick([null, '+54 9 11 5874 9895', '11 5874 9895', 'no tiene'], at),
        pais: pick([null, 'Argentina', 'Chile'], at),
        mensaje: pick([null, 'Hola', 'Otra vez'], at),
        empresa: pick([null, 'Costanera'], at),
        client_type: pick([null, 'otros'], at >> 1),
      });
      const ids = [await makeLead(shape(turn)), await makeLead(shape(turn * 7 + 3))] as [number, number];
      for (const [index, id] of ids.entries()) {
        const at = turn * 5 + index * 3;
        if (at % 3 === 0) await note(id, `Nota ${at}`);
        if (at % 4 === 1) await as(pick([ana, beto], at), `/api/leads/${id}/contacts`, { body: { channel: 'call' } });
        const estado = pick(['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'], at);
        await patch(id, {
          estado,
          ...(estado === 'perdido' && { lost_reason: 'precio' }),
          ...(at % 2 && { next_contact_on: `2030-05-${10 + (at % 9)}`, next_contact_at: '10:30' }),
          ...(at % 5 === 0 && { plan: 'completo', billing: 'anual' }),
          owner_id: pick([null, ana.id, beto.id], at),
        });
      }
      const [going, staying] = turn % 2 ? ids : [ids[1], ids[0]];
      const upTo = (await read(going)).as_of;
      // The counters say from which day on they count.
      await whileDayLasts('UTC');
      const before = { ...stored(...ids), events: eventsOf(upTo, ...ids), counters: await counters() };
      expect((await join(going, staying)).status).toBe(200);
      expectSound();
      expect((await separate(going)).status).toBe(200);
      const after = { ...stored(...ids), events: eventsOf(upTo, ...ids), counters: await counters() };
      expect(after).toEqual(before);
      // As a retry after a lost answer.
      expect((await separate(going)).json.lead.id).toBe(going);
    }
    expect(made - first).toBe(48);
    expectSound();
  });

  test('leaves what was added since where it was added', async () => {
    const [old, fresh] = [await makeLead({ nombre: 'Uno' }), await makeLead({ nombre: 'Dos', pais: 'Chile' })];
    await note(fresh, 'Anterior');
    await join(fresh, old);
    await note(old, 'Posterior');
    await patch(old, { nombre: 'Tres', empresa: 'Costanera' });
    await separate(fresh);
    expect(await read(old)).toMatchObject({
      nombre: 'Tres',
      empresa: 'Costanera',
      pais: null,
      notes_count: 1,
      joined: 0,
    });
    expect(await read(fresh)).toMatchObject({ nombre: 'Dos', empresa: null, pais: 'Chile', notes_count: 1 });
    expect(await found('Posterior')).toEqual([old]);
    expect(await found('Anterior')).toEqual([fresh]);
    expect((await timeline(old)).map(({ type }) => type)).toContain('separated');
    expectSound();
  });

  test('takes apart what was joined in turn, the last first', async () => {
    const [one, two, three] = [await makeLead(), await makeLead({ nombre: 'Medio' }), await makeLead()];
    await note(one, 'De la primera');
    const upTo = (await read(three)).as_of;
    const ids = [one, two, three] as const;
    const before = { ...stored(...ids), events: eventsOf(upTo, ...ids) };
    await join(one, two, { take: [] });
    await join(two, three, { take: [] });
    expect(await read(one)).toMatchObject({ id: three, joined: 2, notes_count: 1 });
    expect(await found('De la primera')).toContain(three);
    const early = await separate(one);
    expect(early.status).toBe(409);
    expect(early.json.error.message).toMatch(/^Primero separá la consulta de Medio/);
    await separate(two);
    expect(await read(one)).toMatchObject({ id: two, joined: 1, notes_count: 1 });
    await separate(one);
    expect({ ...stored(...ids), events: eventsOf(upTo, ...ids) }).toEqual(before);
    expectSound();
  });

  test('cannot after 30 days, nor while the one that stayed is in the trash', async () => {
    const [old, fresh] = [await makeLead(), await makeLead()];
    await join(fresh, old);
    await as(ana, `/api/leads/${old}`, { method: 'DELETE' });
    expect((await as(ana, `/api/leads/${fresh}`)).status).toBe(404);
    const binned = await separate(fresh);
    expect([binned.status, binned.json.error.message]).toEqual([
      404,
      'La consulta con la que está unida está en la papelera. Recuperala primero.',
    ]);
    await post(`/api/leads/${old}/restore`);
    withDatabase(server, (db) =>
      db.prepare("UPDATE lead_joins SET joined_at = '2026-01-01T00:00:00.000Z' WHERE lead_id = ?").run(fresh),
    );
    expect((await as(ana, `/api/leads/${old}/others`)).json.joined).toMatchObject([{ separable: false }]);
    expect((await separate(fresh)).status).toBe(409);
    expect((await read(fresh)).id).toBe(old);
  });
});

describe('what is removed for good', () => {
  const crm = async (...args: string[]) => {
    const { code, err } = await runCrm(args, {
      DATABASE_PATH: server.databasePath,
      MAIL_DIR: server.mailDir,
    });
    expect([code, err]).toEqual([0, expect.any(String)]);
  };
  const count = (...ids: number[]) =>
    withDatabase(server, (db) => db.prepare(`SELECT count(*) FROM leads WHERE id IN (${ids.join()})`).pluck().get());

  test('takes what was joined along, and a purge leaves it while the other one stands', async () => {
    const [old, fresh] = [await makeLead(), await makeLead()];
    await join(fresh, old);
    const age = (id: number) =>
      withDatabase(server, (db) =>
        db.prepare("UPDATE leads SET deleted_at = '2026-01-01T00:00:00.000Z' WHERE id = ?").run(id),
      );
    age(fresh);
    await crm('purge');
    expect(count(old, fresh)).toBe(2);
    await as(ana, `/api/leads/${old}`, { method: 'DELETE' });
    age(old);
    await crm('purge');
    expect(count(old, fresh)).toBe(0);
    expectSound();
  });

  test('by the email of either is the whole person', async () => {
    const old = await makeLead({ email: 'una@borrar.example.com' });
    const fresh = await makeLead({ email: 'otra@borrar.example.com' });
    await note(fresh, 'Nota de quien se borra');
    await join(fresh, old, { take: [] });
    await crm('erase', '--email', 'OTRA@borrar.example.com', '--yes');
    expect(count(old, fresh)).toBe(0);
    expectSound();
  });
});
