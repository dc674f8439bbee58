import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideServer, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const staff = providePerson(server);

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: staff.cookie, ...options });

async function createLead(fields: Record<string, unknown> = {}) {
  const answer = await api('/api/leads', {
    body: { nombre: 'Iris', email: 'iris@x.example.com', ...fields },
  });
  expect(answer.status).toBe(201);
  return answer.json.lead;
}

describe('making a lead by hand', () => {
  test('keeps what was typed, as a new lead of source crm_manual', async () => {
    const lead = await createLead({
      nombre: '  Iris  Ñu ',
      whatsapp: '+59899123456',
      pais: 'Uruguay',
      mensaje: 'a\r\nb',
    });
    expect(lead).toMatchObject({
      nombre: 'Iris  Ñu',
      email: 'iris@x.example.com',
      whatsapp: '+59899123456',
      pais: 'Uruguay',
      mensaje: 'a\nb',
      empresa: null,
      client_type: null,
      estado: 'nuevo',
      source: 'crm_manual',
      notes_count: 0,
    });
    expect((await api(`/api/leads/${lead.id}`)).json.lead).toEqual(lead);
  });

  test('stores what was left empty as null', async () => {
    expect(await createLead({ whatsapp: ' ', pais: '', mensaje: '', client_type: '' })).toMatchObject({
      whatsapp: null,
      pais: null,
      mensaje: null,
      client_type: null,
    });
  });

  test('refuses what it cannot be made of, and says which field is wrong', async () => {
    const cases: [object, string, string][] = [
      [{ nombre: '' }, 'Nombre y email son obligatorios', 'nombre'],
      [{ email: undefined }, 'Nombre y email son obligatorios', 'email'],
      [{ email: 'iris' }, 'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.', 'email'],
      [{ nombre: 'x'.repeat(121) }, 'Nombre: usá como mucho 120 caracteres.', 'nombre'],
      [{ whatsapp: '1'.repeat(33) }, 'WhatsApp: usá como mucho 32 caracteres.', 'whatsapp'],
      [{ pais: 'Francia' }, 'País: elegí uno de la lista.', 'pais'],
      [{ client_type: 'otro' }, 'Tipo de cliente: elegí uno de la lista.', 'client_type'],
      [{ nombre: 'a\ud800' }, 'Hay caracteres que no se pueden guardar. Escribilo de nuevo, por favor.', 'nombre'],
      [{ estado: 'ganado' }, 'Este campo no existe.', 'estado'],
      [{ source: 'landing' }, 'Este campo no existe.', 'source'],
      [{ id: 7 }, 'Este campo no existe.', 'id'],
    ];
    for (const [change, message, field] of cases) {
      const body = { nombre: 'Iris', email: 'iris@x.example.com', ...change };
      const { status, json } = await api('/api/leads', { body });
      expect
        .soft([status, json.error], JSON.stringify(change))
        .toMatchObject([422, { code: 'invalid', message, fields: { [field]: message } }]);
    }
    for (const body of ['{"nombre":', '[]', 'null', '"x"'])
      expect.soft([400, 422], body).toContain((await api('/api/leads', { method: 'POST', body })).status);
  });
});

test('bytes that are no UTF-8 are refused, not replaced', async () => {
  const body = Buffer.from('{"nombre":"I\xf1igo","email":"i@x.example.com"}', 'latin1');
  const headers = { origin: server.url, cookie: staff.cookie, 'content-type': 'application/json' };
  const answer = await fetch(`${server.url}/api/leads`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
});

describe('changing a lead', () => {
  test('to every status, from any', async () => {
    const { id } = await createLead();
    const move = (estado: string) => api(`/api/leads/${id}`, { method: 'PATCH', body: { estado } });
    for (const estado of ['contactado', 'en_seguimiento', 'ganado', 'perdido', 'nuevo']) {
      for (const before of ['perdido', 'nuevo', 'en_seguimiento']) {
        await move(before);
        const { status, json } = await move(estado);
        expect.soft([status, json.lead?.estado], `from ${before}`).toEqual([200, estado]);
      }
    }
  });

  test('leaves alone what is not named', async () => {
    const lead = await createLead({ mensaje: 'hola', pais: 'Perú' });
    const { json } = await api(`/api/leads/${lead.id}`, {
      method: 'PATCH',
      body: { client_type: 'constructora' },
    });
    const { last_activity_at } = json.lead;
    const as_of = lead.as_of + 1;
    expect(json.lead).toEqual({ ...lead, client_type: 'constructora', last_activity_at, as_of });
  });

  test('sets first_contacted_at once, when it first leaves nuevo', async () => {
    const { id, first_contacted_at } = await createLead({ waiting: true });
    expect(first_contacted_at).toBeNull();
    const move = async (estado: string) =>
      (await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado } })).json.lead.first_contacted_at;
    const first = await move('contactado');
    expect(first).toMatch(/^\d{4}-\d\d-\d\dT/);
    await move('nuevo');
    expect(await move('ganado')).toBe(first);
  });

  test('is recorded with who, before and after, and only where something differs', async () => {
    const { id } = await createLead({ owner_id: null });
    await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'contactado', nombre: 'Iris' } });
    const events = withDatabase(server, (db) =>
      db
        .prepare('SELECT actor_id, type, field, from_value, to_value FROM lead_events WHERE lead_id = ? ORDER BY id')
        .all(id),
    );
    expect(events).toMatchObject([
      { actor_id: staff.id, type: 'created', to_value: 'crm_manual' },
      { actor_id: staff.id, field: 'estado', from_value: 'nuevo', to_value: 'contactado' },
      { actor_id: staff.id, field: 'owner_id', from_value: null, to_value: staff.id },
    ]);
    expect(events).toHaveLength(3);
  });

  test('is refused where there is nothing to change, or what cannot be changed', async () => {
    const { id } = await createLead();
    for (const body of [
      {},
      { estado: 'archivado' },
      { estado: null },
      { created_at: '2020-01-01T00:00:00.000Z' },
      { notes_count: 9 },
    ]) {
      const { status } = await api(`/api/leads/${id}`, { method: 'PATCH', body });
      expect.soft(status, JSON.stringify(body)).toBe(422);
    }
  });

  test('that there is not, is told', async () => {
    for (const id of ['99999999', '0', '-1', '1e3', '01', 'abc', '1%00', '9999999999999999']) {
      const answer = await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'ganado' } });
      expect.soft([400, 404], id).toContain(answer.status);
      expect.soft((await api(`/api/leads/${id}`)).status, id).toBe(answer.status);
    }
  });
});

type Row = {
  id: number;
  nombre: string;
  created_at: string;
  estado: string;
  pais: string | null;
  client_type: string | null;
};

describe('the list and the counters', () => {
  let cookie: string;
  const get = async (path: string) => (await call(filled, path, { cookie })).json;

  const filled = provideServer();
  beforeAll(() => {
    cookie = makePerson(filled).cookie;
    const estados = ['nuevo', 'contactado', 'en_seguimiento', 'ganado', 'perdido'];
    const paises = ['Argentina', 'México', null];
    const tipos = ['profesional', null];
    withDatabase(filled, (db) => {
      const insert = db.prepare(
        `INSERT INTO leads (nombre, email, email_key, estado, pais, client_type, source, created_at)
         VALUES (?, ?, ?, ?, ?, ?, 'landing', ?)`,
      );
      db.transaction(() => {
        for (let i = 0; i < 180; i++) {
          // Three rows share each timestamp, so the order needs the id as a tie-breaker.
          const at = new Date(Date.now() - Math.floor(i / 3) * 8 * 3_600_000 - 60_000).toISOString();
          insert.run(`N${i}`, `n${i}@x.co`, `n${i}@x.co`, estados[i % 5], paises[i % 3], tipos[i % 2], at);
        }
      })();
    });
  });

  async function readAll(filters: string) {
    const leads: Row[] = [];
    let cursor = '';
    do {
      const page = await get(`/api/leads?${filters}${cursor && `&cursor=${cursor}`}`);
      expect(page.leads.length).toBeLessThanOrEqual(50);
      leads.push(...page.leads);
      cursor = page.next_cursor ?? '';
    } while (cursor);
    return leads;
  }

  test('come 50 at a time, newest first, each lead exactly once', async () => {
    const leads = await readAll('');
    expect(new Set(leads.map((lead) => lead.id)).size).toBe(180);
    const sorted = [...leads].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
    expect(leads).toEqual(sorted);
  });

  test('hold, filtered, every match and nothing else', async () => {
    const filters: [string, (lead: Row) => boolean][] = [
      ['estado=ganado', (l) => l.estado === 'ganado'],
      ['pais=Argentina', (l) => l.pais === 'Argentina'],
      ['client_type=profesional', (l) => l.client_type === 'profesional'],
      ['estado=nuevo&pais=M%C3%A9xico', (l) => l.estado === 'nuevo' && l.pais === 'México'],
      ['estado=nuevo&client_type=profesional', (l) => l.estado === 'nuevo' && l.client_type === 'profesional'],
      ['pais=Argentina&client_type=profesional', (l) => l.pais === 'Argentina' && l.client_type === 'profesional'],
      [
        'estado=perdido&pais=Argentina&client_type=profesional',
        (l) => l.estado === 'perdido' && l.pais === 'Argentina' && l.client_type === 'profesional',
      ],
      ['estado=&pais=&client_type=', () => true],
    ];
    const all = await readAll('');
    for (const [query, matches] of filters) {
      const expected = all.filter(matches).map((lead) => lead.id);
      const listed = (await readAll(query)).map((lead) => lead.id);
      expect.soft(listed, query).toEqual(expected);
      expect.soft(expected.length, query).toBeGreaterThan(0);
    }
  });

  test('count what the lists hold, through changes and deletions too', async () => {
    const lists = await Promise.all(
      ['', 'estado=contactado', 'estado=en_seguimiento', 'estado=ganado', 'estado=perdido'].map(readAll),
    );
    const [total, contactado, en_seguimiento, ganado, perdido] = lists.map((list) => list.length);
    const week = new Date(Date.now() - 7 * 86_400_000).toISOString();
    const nuevos_7_dias = lists[0]?.filter((lead) => lead.created_at >= week).length;
    expect(await get('/api/leads/counters')).toMatchObject({
      total,
      nuevos_7_dias,
      contactado,
      en_seguimiento,
      ganado,
      perdido,
    });
    const before = await get('/api/leads/counters');
    withDatabase(filled, (db) => {
      db.exec("UPDATE leads SET estado = 'ganado' WHERE id = 1");
      db.prepare('UPDATE leads SET deleted_at = ? WHERE id = 2').run(new Date().toISOString());
      db.exec('DELETE FROM leads WHERE id = 3');
    });
    const after = await get('/api/leads/counters');
    expect(after.total).toBe(before.total - 2);
    expect(after.ganado).toBe(before.ganado + 1);
  });

  test('say how many are listed, whatever the filters, through changes too', async () => {
    const queries = [
      '',
      'estado=nuevo',
      'pais=Argentina&orden=antiguos',
      'client_type=profesional&estado=ganado',
      'contacto=pendiente',
      'contacto=pendiente&pais=Argentina',
      'contacto=pendiente&estado=ganado',
      'creados=7d',
      'creados=7d&pais=Argentina&client_type=profesional',
      'creados=7d&contacto=pendiente',
      'orden=mas_notas',
      'q=n1',
      'q=n1&estado=nuevo&creados=7d',
      'q=n17&contacto=pendiente',
      'q=nadie',
      'q=%21',
    ];
    const check = async (when: string) => {
      for (const query of queries) {
        const { length } = await readAll(query);
        expect.soft((await get(`/api/leads?${query}`)).total, `${query} ${when}`).toBe(length);
        if (!query) continue;
        const { listed } = await get(`/api/leads/counters?${query}`);
        expect.soft(listed, `counters of ${query} ${when}`).toBe(length);
      }
    };
    await check('before');
    withDatabase(filled, (db) => {
      db.exec(`UPDATE leads SET pais = 'Argentina', client_type = NULL, estado = 'nuevo' WHERE id = 11;
               UPDATE leads SET first_contacted_at = created_at WHERE id = 16;
               UPDATE leads SET deleted_at = created_at WHERE id = 21;
               UPDATE leads SET deleted_at = NULL WHERE id = 2`);
    });
    await check('after changes');
  });

  test('are sorted by their notes, either way, each lead exactly once', async () => {
    withDatabase(filled, (db) => db.exec('UPDATE leads SET notes_count = id % 4'));
    const most = (await readAll('orden=mas_notas')) as (Row & { notes_count: number })[];
    const sorted = [...most].sort(
      (a, b) => b.notes_count - a.notes_count || b.created_at.localeCompare(a.created_at) || b.id - a.id,
    );
    expect(most).toEqual(sorted);
    expect(new Set(most.map(({ id }) => id)).size).toBe((await get('/api/leads/counters')).total);
    const ids = (leads: Row[]) => leads.map(({ id }) => id);
    expect(ids(await readAll('orden=menos_notas'))).toEqual(ids(most).reverse());
    const few = ids(most.filter(({ pais }) => pais === 'México'));
    expect(ids(await readAll('orden=mas_notas&pais=M%C3%A9xico'))).toEqual(few);
    expect(ids(await readAll('orden=mas_notas&q=n1'))).toEqual(ids(most.filter(({ nombre }) => /^N1/.test(nombre))));
    const cursor = (await get('/api/leads')).next_cursor;
    await readAll(`orden=antiguos&cursor=${cursor}`);
  });

  test('tell the counters, and what the views show beside them', async () => {
    withDatabase(filled, (db) => db.exec('DELETE FROM leads'));
    const caller = makePerson(filled);
    const ask = async (path: string, options: Parameters<typeof call>[2] = {}) =>
      (await call(filled, path, { cookie: caller.cookie, ...options })).json;
    const rest = { email: 'a@x.example.com', owner_id: null, waiting: true };
    const make = async (nombre: string) => (await ask('/api/leads', { body: { nombre, ...rest } })).lead.id;
    const old = await make('Vieja');
    withDatabase(filled, (db) => {
      const at = new Date(Date.now() - 10 * 86_400_000).toISOString();
      db.prepare("UPDATE leads SET estado = 'contactado', created_at = ? WHERE id = ?").run(at, old);
    });
    const [won, gone] = [await make('Gana'), await make('Se va')];
    await make('Nueva');
    await ask(`/api/leads/${won}`, { method: 'PATCH', body: { estado: 'ganado' } });
    await ask(`/api/leads/${old}`, { method: 'PATCH', body: { estado: 'perdido' } });
    await ask(`/api/leads/${gone}`, { method: 'DELETE' });
    expect(await ask('/api/leads/counters')).toEqual({
      total: 3,
      nuevos_7_dias: 2,
      contactado: 0,
      en_seguimiento: 0,
      ganado: 1,
      perdido: 1,
      sin_contactar: 1,
      esperan_respuesta: 0,
      duplicados: 3,
      agenda: { desde: expect.any(String), antes: 0, dias: {} },
      duenos: { '': 1, [caller.id]: 2 },
      por_hacer: {},
    });
  });

  test('refuse filters that do not exist, and made-up cursors', async () => {
    for (const filter of ['estado=archivado', 'pais=Francia', 'client_type=x']) {
      const { status, json } = await call(filled, `/api/leads?${filter}`, { cookie });
      expect.soft([status, json.error?.code], filter).toEqual([422, 'invalid']);
    }
    for (const cursor of ['x', 'W10', 'eyJhIjoxfQ', 'WyIyMDIwIiwxXQ']) {
      const { status } = await call(filled, `/api/leads?cursor=${cursor}`, { cookie });
      expect.soft(status, cursor).toBe(400);
    }
  });
});
