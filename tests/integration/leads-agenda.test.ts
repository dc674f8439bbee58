import { describe, expect, test } from 'vitest';
import { countToDoBy } from '~/shared/leads/agenda';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { leadFiltersSchema } from '~/shared/leads/filter-schema';
import { resolveOwner } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { makePerson, type Person } from '../support/accounts';
import { whileDayLasts } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { compareLeads, countToDo, matchesFilters } from '../support/list-oracle';
import { providePerson, provideReceiver, provideServer } from '../support/provide';

const ZONES = ['America/Argentina/Buenos_Aires', 'America/Mexico_City', 'Europe/Madrid'];

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.updated' },
}));
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });
const patch = (person: Person, id: number, body: unknown) => as(person, `/api/leads/${id}`, { method: 'PATCH', body });

async function makeLead(nombre = 'Iris'): Promise<number> {
  const body = { nombre, email: 'iris@x.example.com', owner_id: null };
  const { json } = await as(ana, '/api/leads', { body });
  return json.lead.id;
}
/** An unanswered enquiry from the site. */
async function enquire(): Promise<number> {
  const email = `${crypto.randomUUID()}@x.example.com`;
  const telefono = `+54911${String(crypto.getRandomValues(new Uint32Array(1))[0])
    .padStart(8, '1')
    .slice(-8)}`;
  await submitEnquiry(server, { ...validEnquiry, email, telefono });
  return withDatabase(server, (db) => Number(db.prepare('SELECT id FROM leads WHERE email = ?').pluck().get(email)));
}
async function planned(next_contact_on: string, next_contact_at?: string): Promise<number> {
  const id = await makeLead();
  expect((await patch(ana, id, { next_contact_on, next_contact_at })).status).toBe(200);
  return id;
}
const today = (zone = ZONES[0] ?? '') => dayIn(zone, Date.now());
const idsOf = async (query: string) =>
  (await as(ana, `/api/leads?${query}`)).json.leads.map(({ id }: { id: number }) => id);

describe('the next contact of a lead', () => {
  test('is a day, and an hour if one matters; it can be moved and taken away', async () => {
    const id = await makeLead();
    const { json } = await patch(ana, id, { next_contact_on: '2099-02-28', next_contact_at: '09:30' });
    expect(json.lead).toMatchObject({ next_contact_on: '2099-02-28', next_contact_at: '09:30' });
    const moved = await patch(ana, id, { next_contact_on: '2099-03-01' });
    expect(moved.json.lead).toMatchObject({ next_contact_on: '2099-03-01', next_contact_at: '09:30' });
    const none = await patch(ana, id, { next_contact_on: null });
    expect(none.json.lead).toMatchObject({ next_contact_on: null, next_contact_at: null });
  });

  test('is refused where it cannot be, and nothing is half done', async () => {
    const cases: [object, string][] = [
      [{ next_contact_on: '2099-02-29' }, 'Próximo contacto: escribí un día que exista, por ejemplo 2026-11-30.'],
      [{ next_contact_on: 'mañana' }, 'Próximo contacto: escribí un día que exista, por ejemplo 2026-11-30.'],
      [{ next_contact_on: '2099-02-28', next_contact_at: '25:00' }, 'Hora: escribila como 09:30.'],
      [{ next_contact_at: '09:30' }, 'Hora: elegí también el día del próximo contacto.'],
      [{ plan: 'gratis' }, 'Plan de interés: elegí uno de la lista.'],
      [{ billing: 'anual' }, 'Pago: elegí también el plan.'],
      [{ lost_reason: 'precio' }, 'Motivo: solo lo tiene un lead perdido.'],
    ];
    const id = await makeLead();
    for (const [change, message] of cases) {
      const { status, json } = await patch(ana, id, { empresa: 'Sur', ...change });
      const what = JSON.stringify(change);
      expect.soft([status, json.error?.message], what).toEqual([422, message]);
      const { lead } = (await as(ana, `/api/leads/${id}`)).json;
      expect.soft(lead, what).toMatchObject({ empresa: null, estado: 'nuevo' });
    }
  });

  test('is gone once the lead is won or lost, and its history says so', async () => {
    for (const estado of ['ganado', 'perdido']) {
      const id = await planned('2099-01-10', '10:00');
      const { json } = await patch(ana, id, { estado });
      expect(json.lead).toMatchObject({ estado, next_contact_on: null, next_contact_at: null });
      const { json: timeline } = await as(ana, `/api/leads/${id}/timeline`);
      expect(timeline.events, estado).toContainEqual(
        expect.objectContaining({ field: 'next_contact_on', from_value: '2099-01-10', to_value: null }),
      );
    }
  });

  test('of one that is lost or won can be set again, brings it back on that day, and stays until it is closed anew', async () => {
    const due = async () => (await as(ana, '/api/leads/agenda')).json;
    for (const estado of ['perdido', 'ganado']) {
      await whileDayLasts(DEFAULT_ZONE);
      const id = await planned('2099-01-10');
      const before = await due();
      // A date set while closing is meant for afterwards, so it stays.
      const lost_reason = estado === 'perdido' ? 'mas_adelante' : null;
      const closed = { estado, lost_reason, next_contact_on: today(), next_contact_at: '10:00' };
      expect((await patch(ana, id, closed)).json.lead, estado).toMatchObject(closed);
      expect(await due()).toMatchObject({ hoy: before.hoy + 1, vencidos: before.vencidos });
      expect(await idsOf('agenda=hoy')).toContain(id);
      await patch(ana, id, { next_contact_on: addDays(today(), -1) });
      expect(await due()).toMatchObject({ hoy: before.hoy, vencidos: before.vencidos + 1 });
      expect((await as(ana, `/api/leads?agenda=vencidos&owner=${ana.id}`)).json.leads).toContainEqual(
        expect.objectContaining({ id, lost_reason }),
      );
      // Reopened it is due again; so it is after undoing.
      const reopened = (await patch(ana, id, { estado: 'en_seguimiento' })).json.lead;
      expect(reopened).toMatchObject({ next_contact_on: addDays(today(), -1) });
      const undone = await as(ana, `/api/leads/${id}/undo`, { body: { event: reopened.as_of } });
      expect(undone.json.lead).toMatchObject({ estado, next_contact_on: addDays(today(), -1) });
      const other = estado === 'ganado' ? 'perdido' : 'ganado';
      expect((await patch(ana, id, { estado: other })).json.lead.next_contact_on).toBeNull();
    }
  });

  test('is a conflict where somebody else has moved it, and comes back when closing is undone', async () => {
    const id = await planned('2099-01-10', '10:00');
    await patch(beto, id, { next_contact_on: '2099-01-12' });
    const late = await patch(ana, id, {
      next_contact_on: '2099-01-20',
      previous: { next_contact_on: '2099-01-10' },
    });
    expect(late.status).toBe(409);
    expect(late.json.error.fields.next_contact_on).toBe('Otra persona lo cambió a «12/01/2099».');
    const lost = await patch(ana, id, { estado: 'perdido', lost_reason: 'precio' });
    const undone = await as(ana, `/api/leads/${id}/undo`, { body: { event: lost.json.lead.as_of } });
    expect(undone.json.lead).toMatchObject({
      estado: 'nuevo',
      next_contact_on: '2099-01-12',
      next_contact_at: '10:00',
      lost_reason: null,
    });
  });

  test('is told to the workflow, with what the lead wants, as one message a save', async () => {
    const id = await makeLead();
    const change = {
      next_contact_on: '2099-01-10',
      next_contact_at: '10:00',
      plan: 'chat-ia',
      billing: 'anual',
    };
    await patch(ana, id, change);
    const messagesOfLead = () =>
      receiver.received.map(({ body }) => JSON.parse(body)).filter((message) => message.lead.id === id);
    await expect.poll(() => messagesOfLead().length).toBe(1);
    const [{ lead, changed, previous }] = messagesOfLead();
    expect(lead).toMatchObject({ id, ...change, owner_id: ana.id, owner_name: 'Ana', lost_reason: null });
    expect(changed).toEqual({ ...change, owner_id: ana.id });
    expect(previous).toEqual({
      next_contact_on: null,
      next_contact_at: null,
      plan: null,
      billing: null,
      owner_id: null,
    });
  });
});

describe('the agenda', () => {
  test.each(ZONES)('in %s is that day’s, whoever is due first on top, and the numbers agree', async (zone) => {
    await whileDayLasts(zone);
    const day = today(zone);
    const afternoon = await planned(day, '17:00');
    const morning = await planned(day, '09:00');
    const anytime = await planned(day);
    const late = await planned(addDays(day, -1), '08:00');
    const later = await planned(addDays(day, -9));
    const next = await planned(addDays(day, 1));
    const own = [afternoon, morning, anytime, late, later, next];
    const listed = async (agenda: string) =>
      (await idsOf(`agenda=${agenda}&tz=${zone}`)).filter((id: number) => own.includes(id));
    expect(await listed('hoy')).toEqual([anytime, morning, afternoon]);
    expect(await listed('vencidos')).toEqual([later, late]);
    expect(await listed('proximos')).toEqual([next]);
    const { json } = await as(ana, `/api/leads/agenda?tz=${zone}`);
    for (const name of ['hoy', 'vencidos']) {
      expect(json[name]).toBe((await as(ana, `/api/leads?agenda=${name}&tz=${zone}`)).json.total);
    }
    for (const id of own) await patch(ana, id, { estado: 'ganado' });
    expect(await listed('hoy')).toEqual([]);
  });

  test('of one’s day is one list: overdue, today’s by the hour, then who waits; what is done leaves it, and it is counted', async () => {
    await whileDayLasts(DEFAULT_ZONE);
    const caro = makePerson(server, { name: 'Caro' });
    const day = today();
    const own: number[] = [];
    for (const [on, at] of [[addDays(day, -9)], [addDays(day, -1), '08:00'], [day], [day, '09:00'], [day, '17:00']]) {
      const id = await makeLead();
      await patch(caro, id, { owner_id: caro.id, next_contact_on: on, next_contact_at: at });
      own.push(id);
    }
    const waiting = [await enquire(), await enquire()];
    const tomorrow = await makeLead();
    for (const id of [...waiting, tomorrow]) await patch(caro, id, { owner_id: caro.id });
    await patch(caro, tomorrow, { next_contact_on: addDays(day, 1) });
    const others = await planned(day);
    await patch(beto, others, { owner_id: beto.id });

    const zone = `tz=${ZONES[0]}`;
    const read = async (query = '') => (await as(caro, `/api/leads?agenda=dia&owner=me&${zone}${query}`)).json;
    const idsIn = ({ leads }: { leads: { id: number }[] }) => leads.map(({ id }) => id);
    const found = await read();
    expect([idsIn(found), found.total]).toEqual([[...own, ...waiting], 7]);
    expect(idsIn(await read('&estado=nuevo'))).toEqual([...own, ...waiting]);
    expect((await read('&estado=ganado')).total).toBe(0);
    // The agenda of the whole team keeps one's own in the same order.
    const everybodys = await idsOf(`agenda=dia&${zone}`);
    expect(everybodys.filter((id: number) => [...own, ...waiting, tomorrow].includes(id))).toEqual([
      ...own,
      ...waiting,
    ]);
    expect(everybodys).toContain(others);

    const counted = async () => (await as(caro, '/api/leads/counters')).json.por_hacer[caro.id];
    const sum = (days: Record<string, number>) => Object.values(days).reduce((all, some) => all + some, 0);
    expect(sum(await counted())).toBe(8);
    expect((await counted())['']).toBe(2);
    await patch(caro, own[0] ?? 0, { next_contact_on: addDays(day, 3) });
    await patch(caro, waiting[0] ?? 0, { estado: 'contactado' });
    expect(idsIn(await read())).toEqual([...own.slice(1), waiting[1]]);
    expect((await counted())['']).toBe(1);
  });

  test('of one’s day, list, total and counters are what an open panel concludes, whoever waits and whatever is due', async () => {
    await whileDayLasts(DEFAULT_ZONE);
    const [dani, eva] = [makePerson(server, { name: 'Dani' }), makePerson(server, { name: 'Eva' })];
    const day = today();
    const at = new Date().toISOString();
    const days = [null, addDays(day, -9), addDays(day, -1), day, addDays(day, 1), '2099-01-01'];
    withDatabase(server, (db) => {
      const insert = db.prepare(
        `INSERT INTO leads (nombre, email, source, estado, owner_id, first_contacted_at, next_contact_on, pais,
                            awaiting_reply_since, created_at, last_activity_at)
         VALUES ('Todas', 'todas@x.example.com', 'feria', :estado, :owner, :contacted, :on, :pais, :since, :at, :at)`,
      );
      const made = [dani.id, eva.id, null].flatMap((owner) =>
        ['nuevo', 'contactado', 'perdido'].flatMap((estado) =>
          days.flatMap((on) => [null, at].map((since) => ({ owner, estado, on, since }))),
        ),
      );
      for (const [n, one] of made.entries())
        insert.run({
          ...one,
          contacted: one.estado === 'nuevo' && n % 2 ? null : at,
          pais: n % 3 ? null : 'Chile',
          at: new Date(Date.parse(at) - ((n * 7919) % 1000)).toISOString(),
        });
      // The file's events make the counters be counted again.
      db.prepare("INSERT INTO lead_events (lead_id, type, created_at) SELECT max(id), 'told', ? FROM leads").run(at);
    });
    const all: Lead[] = [];
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { json } = await as(dani, `/api/leads?source=feria${cursor && `&cursor=${cursor}`}`);
      all.push(...json.leads);
      cursor = json.next_cursor;
    }
    expect(all).toHaveLength(108);
    for (const query of ['owner=me', 'owner=none', '', 'owner=me&pais=Chile', 'owner=me&estado=nuevo', 'pais=Chile']) {
      const asked = new URLSearchParams(`source=feria&agenda=dia&${query}`);
      // Only its owner narrows the first three, which are read in two walks.
      if (!query.includes('&') && !query.includes('pais')) asked.delete('source');
      const filters = resolveOwner(leadFiltersSchema.parse(Object.fromEntries(asked)), dani.id);
      const expected = all.filter((lead) => matchesFilters(lead, filters, Date.now())).sort(compareLeads(filters));
      const found: number[] = [];
      let total = 0;
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { json } = await as(dani, `/api/leads?${asked}&limit=7${cursor && `&cursor=${cursor}`}`);
        found.push(...json.leads.filter(({ source }: Lead) => source === 'feria').map(({ id }: Lead) => id));
        cursor = json.next_cursor;
        total = json.total;
      }
      expect.soft(found, query).toEqual(expected.map(({ id }) => id));
      if (query !== 'owner=none' && query !== '') expect.soft(total, query).toBe(found.length);
      if (query !== 'owner=me') continue;
      const waiting = all.filter((lead) => lead.awaiting_reply_since && lead.owner_id === dani.id);
      expect.soft(found).toEqual(expect.arrayContaining(waiting.map(({ id }) => id)));
    }
    const { agenda, por_hacer } = (await as(dani, '/api/leads/counters')).json;
    const counted = all.reduce((sums, lead) => countToDo(sums, agenda.desde, lead, 1), {} as typeof por_hacer);
    for (const { id } of [dani, eva]) expect(por_hacer[id]).toEqual(counted[id]);
    expect(countToDoBy(day, por_hacer[dani.id])).toBe((await as(dani, '/api/leads?agenda=dia&owner=me')).json.total);
    withDatabase(server, (db) => db.prepare("DELETE FROM leads WHERE source = 'feria'").run());
  });

  test('is paged without losing or repeating anybody, and narrowed by any other filter', async () => {
    const day = '2098-05-05';
    const zone = 'Europe/Madrid';
    const ids = await Promise.all(
      Array.from({ length: 60 }, (_, n) => planned(day, n % 3 ? `1${n % 3}:00` : undefined)),
    );
    const seen: number[] = [];
    let cursor = '';
    do {
      const { json } = await as(ana, `/api/leads?agenda=proximos&tz=${zone}&estado=nuevo${cursor}`);
      seen.push(...json.leads.map(({ id }: { id: number }) => id));
      cursor = json.next_cursor && `&cursor=${json.next_cursor}`;
    } while (cursor);
    expect(seen.filter((id) => ids.includes(id))).toHaveLength(60);
    expect(new Set(seen).size).toBe(seen.length);
    expect(await idsOf('agenda=proximos&estado=perdido')).toEqual([]);

    // A page spans the switch from planned to waiting leads.
    const dora = makePerson(server, { name: 'Dora' });
    const waiting = [await enquire(), await enquire(), await enquire()];
    const due = ids.slice(0, 49);
    withDatabase(server, (db) =>
      db
        .prepare(
          `UPDATE leads SET owner_id = :dora, next_contact_on = CASE WHEN source = 'crm_manual' THEN '2020-01-01' END
           WHERE id IN (SELECT value FROM json_each(:ids))`,
        )
        .run({ dora: dora.id, ids: JSON.stringify([...due, ...waiting]) }),
    );
    const ofDay: number[] = [];
    cursor = '';
    do {
      const { json } = await as(dora, `/api/leads?agenda=dia&owner=me${cursor}`);
      expect(json.total).toBe(52);
      ofDay.push(...json.leads.map(({ id }: { id: number }) => id));
      cursor = json.next_cursor && `&cursor=${json.next_cursor}`;
    } while (cursor);
    expect([ofDay.length, ofDay.slice(49)]).toEqual([52, waiting]);
    expect(new Set(ofDay)).toEqual(new Set([...due, ...waiting]));
  });

  test('leaves out who is in the trash, and has them back', async () => {
    await whileDayLasts(DEFAULT_ZONE);
    const id = await planned(addDays(today(), -3));
    const due = async () => (await as(ana, '/api/leads/agenda')).json.vencidos;
    const before = await due();
    await as(ana, `/api/leads/${id}`, { method: 'DELETE' });
    expect(await due()).toBe(before - 1);
    await as(ana, `/api/leads/${id}/restore`, { method: 'POST' });
    expect(await due()).toBe(before);
  });

  test('refuses filters that cannot be instead of leaving them out', async () => {
    const cases: [string, string][] = [
      ['tz=Mars/Olympus', 'Esa zona horaria no existe.'],
      ['agenda=ayer', 'Ese filtro no existe.'],
      ['agenda=dia&orden=antiguos', 'La agenda va siempre por fecha de próximo contacto: quitá el otro orden.'],
      ['agenda=hoy&orden=antiguos', 'La agenda va siempre por fecha de próximo contacto: quitá el otro orden.'],
      ['from=2026-02-30', 'Fecha: escribí un día que exista, por ejemplo 2026-11-30.'],
      ['dueno=yo', 'Este campo no existe.'],
    ];
    for (const [query, message] of cases) {
      const { status, json } = await as(ana, `/api/leads?${query}`);
      expect.soft([status, json.error?.message], query).toEqual([422, message]);
    }
  });
});

test('the days of arrival are the reader’s, across the change of clocks', async () => {
  const id = await makeLead('Del día corto');
  // The last minute of Madrid's 29 March 2026, a day of 23 hours; in Buenos Aires it is evening.
  withDatabase(server, (db) =>
    db.prepare("UPDATE leads SET created_at = '2026-03-29T21:59:00.000Z' WHERE id = ?").run(id),
  );
  const day = (on: string, zone: string) => idsOf(`from=${on}&to=${on}&tz=${zone}`);
  expect(await day('2026-03-29', 'Europe/Madrid')).toEqual([id]);
  expect(await day('2026-03-30', 'Europe/Madrid')).toEqual([]);
  expect(await day('2026-03-29', 'America/Mexico_City')).toEqual([id]);
});
