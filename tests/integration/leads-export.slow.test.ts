import { connect } from 'node:net';
import { beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_ZONE } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { whileDayLasts } from '../support/clock';
import { withDatabase } from '../support/database';
import { fillWithLeads } from '../support/fill-leads';
import { call } from '../support/http';
import { provideServer } from '../support/provide';
import { readWorkbook } from '../support/read-workbook';

const MANY = 1500;
/** More than one sorting batch. */
const VERY_MANY = 5001;
let admin: Person;
const server = provideServer();
beforeAll(() => {
  fillWithLeads(server.databasePath, MANY);
  admin = makePerson(server, { roles: ['admin'] });
});

const LIST = '/api/leads/export';
const exported = (query: string) => call(server, `${LIST}?${query}`, { cookie: admin.cookie });
/** Relies on made-up leads having no separator or line break in any cell, except where a test adds one. */
const idsOf = (text: string) =>
  text
    .split('\r\n')
    .slice(1, -1)
    .map((line) => Number(line.split(',')[0]));

/** The ids of all pages, in order. */
async function listed(query: string): Promise<number[]> {
  const ids: number[] = [];
  for (let cursor = ''; ; ) {
    const { json } = await call(server, `/api/leads?${query}${cursor}`, { cookie: admin.cookie });
    ids.push(...json.leads.map(({ id }: { id: number }) => id));
    if (json.next_cursor === null) return ids;
    cursor = `&cursor=${json.next_cursor}`;
  }
}

async function make(fields: object): Promise<number> {
  const { json, status } = await call(server, '/api/leads', {
    cookie: admin.cookie,
    body: { email: `${crypto.randomUUID()}@x.example.com`, ...fields },
  });
  expect(status).toBe(201);
  return json.lead.id;
}

describe('the file has the list’s leads in the list’s order', () => {
  test('whatever the filters and the order', async () => {
    await whileDayLasts(DEFAULT_ZONE);
    for (const query of [
      'estado=nuevo',
      'pais=none&orden=antiguos',
      'orden=mas_notas&estado=ganado',
      'orden=menos_notas',
      'orden=proximo_contacto',
      'orden=sin_actividad&client_type=otros',
      'agenda=vencidos',
      'owner=none&source=landing',
      'lost_reason=precio&orden=con_actividad',
      'from=2026-01-01&to=2026-09-30&tz=Europe%2FMadrid',
      'idle=30&plan=chat-ia',
      'q=ana',
      'q=sucursales&estado=contactado&orden=mas_notas',
      'q=quiero%20saber',
      'q=zzzz',
      'owner=me',
    ]) {
      const { status, text } = await exported(`${query}&format=csv`);
      expect.soft([status, idsOf(text)], query).toEqual([200, await listed(query)]);
    }
  });

  test('all of them, each once, where nothing is filtered', async () => {
    const ids = idsOf((await exported('format=csv')).text);
    expect([ids.length, new Set(ids).size]).toEqual([MANY, MANY]);
    expect(ids).toEqual(await listed(''));
  });
});

describe('what it says', () => {
  test('to Excel: a workbook with typed dates, Spanish words, and the reader’s days and hours', async () => {
    const id = await make({
      nombre: 'Excelina Paz',
      pais: 'España',
      client_type: 'inmobiliaria',
      whatsapp: '611 22 33 44',
    });
    const path = `/api/leads/${id}`;
    const changes = {
      ...{
        estado: 'en_seguimiento',
        next_contact_on: '2031-02-03',
        next_contact_at: '09:30',
        plan: 'chat-ia',
      },
      ...{ billing: 'anual', owner_id: admin.id },
    };
    expect((await call(server, path, { method: 'PATCH', cookie: admin.cookie, body: changes })).status).toBe(200);
    await call(server, `${path}/notes`, {
      cookie: admin.cookie,
      body: { body: '=Primera\n\t& <última>_x0041_' },
    });
    const joined = await make({ nombre: 'Excelina P.', mensaje: 'También por la otra oficina' });
    await call(server, `/api/leads/${joined}/join`, { cookie: admin.cookie, body: { into: id, take: [] } });
    withDatabase(server, (db) =>
      db.prepare("UPDATE leads SET created_at = '2026-07-01T22:30:00.000Z' WHERE id = ?").run(id),
    );
    const query = 'q=excelina&tz=Europe%2FMadrid';
    const response = await fetch(`${server.url}${LIST}?${query}&format=xlsx`, {
      headers: { cookie: admin.cookie },
    });
    expect(response.headers.get('content-type')).toContain('spreadsheetml.sheet');
    expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.xlsx"$/);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const sheets = await readWorkbook(Buffer.from(await response.arrayBuffer()));
    expect(sheets.map(({ name }) => name)).toEqual(['Leads', 'Notas', 'Historia']);
    for (const { around } of sheets) expect(around).toMatch(/<col .* state="frozen"|state="frozen".*<col /);
    const [leads, notes, history] = sheets.map(({ rows: [heads = [], ...rows], around }) => {
      expect(around).toMatch(new RegExp(`<autoFilter ref="A1:A?[A-Z]${rows.length + 1}"/>`));
      return rows.map((row) => Object.fromEntries(heads.map((head, at) => [head, row[at] ?? ''])));
    });
    expect(leads).toEqual([
      expect.objectContaining({
        ...{ Número: String(id), Nombre: 'Excelina Paz', WhatsApp: '611 22 33 44', País: 'España' },
        ...{ Estado: 'En seguimiento', 'Tipo de cliente': 'Inmobiliaria', Origen: 'Cargado a mano' },
        ...{
          Responsable: admin.name,
          'Email del responsable': admin.email,
          Pago: 'Anual',
          Notas: expect.any(String),
        },
        ...{ 'Fecha de creación': expect.stringMatching(/^165:46205\.02083/) },
        ...{ 'Próximo contacto': expect.stringMatching(/^165:47882\.39583/) },
        'Consultas unidas': 'También por la otra oficina',
      }),
    ]);
    expect(leads?.[0]?.Notas).toMatch(/^\d\d\/\d\d\/\d{4} \d\d:\d\d, .+:\n=Primera\n\t& <última>_x0041_$/);
    expect(notes).toMatchObject([{ Número: String(id), Nota: '=Primera\n\t& <última>_x0041_', Autor: admin.name }]);
    expect(history?.map((row) => row['Qué hizo'])).toContain('cambió Estado: Nuevo → En seguimiento');
    for (const [part, text] of [
      ['notes', `'=Primera`],
      ['history', 'note_added'],
    ])
      expect((await exported(`${query}&part=${part}`)).text).toContain(text);
  });

  test('to other programs: the fields’ names and values as the API has them', async () => {
    const id = await make({ nombre: 'Llana Sosa', pais: 'México', whatsapp: '55 1234 5678' });
    const { json } = await call(server, `/api/leads/${id}`, { cookie: admin.cookie });
    const { text } = await exported('q=llana&format=csv');
    const [heading = '', row = ''] = text.split('\r\n');
    const values = Object.fromEntries(heading.split(',').map((name, index) => [name, row.split(',')[index]]));
    for (const [name, value] of Object.entries(values))
      if (name in json.lead) expect(value, name).toBe(String(json.lead[name] ?? ''));
    expect(values.owner_email).toBe(admin.email);
    expect(text).toMatch(/^id,nombre,/);
  });

  test('no formula', async () => {
    const id = await make({
      nombre: '=HYPERLINK("http://x")',
      empresa: 'Sur, =1+1',
      mensaje: 'Hola;-2\n@suma',
      whatsapp: '+54 9 11 5555 4444',
    });
    const line = (text: string) => text.slice(text.indexOf(`\n${id}`) + 1);
    const plain = line((await exported('estado=nuevo&format=csv')).text);
    expect(plain).toContain(`${id},"'=HYPERLINK(""http://x"")",`);
    expect(plain).toContain(`"Hola;'-2\n'@suma"`);
    expect(plain).toContain(`'+54 9 11 5555 4444`);
  });
});

describe('it is refused', () => {
  test('where a filter, a cursor, a format, a zone or an order cannot be', async () => {
    for (const query of [
      'estado=todos',
      'colour=red',
      'cursor=abc',
      'format=excel',
      'format=xlsx&part=notes',
      'part=all',
      'tz=Luna',
      'agenda=hoy&orden=antiguos',
    ]) {
      const { status, json } = await exported(query);
      expect.soft([status, json?.error.code], query).toEqual([422, 'invalid']);
    }
  });

  test('to whoever is no administrator, and stands in the audit where it was not', async () => {
    const staff = makePerson(server);
    expect((await call(server, LIST, { cookie: staff.cookie })).status).toBe(403);
    await exported('q=Ana+Paz&estado=ganado&pais=Chile&tz=Europe%2FMadrid');
    const entries = withDatabase(server, (db) =>
      db.prepare("SELECT actor_email, to_value FROM audit_events WHERE type = 'leads_exported' ORDER BY id DESC").all(),
    );
    expect(entries[0]).toEqual({ actor_email: admin.email, to_value: 'q=*&estado=ganado&pais=Chile' });
    expect(entries.filter((entry) => (entry as { actor_email: string }).actor_email === staff.email)).toEqual([]);
  });
});

test('it has whoever a search finds, also where they are more than are sorted at once', async () => {
  withDatabase(server, (db) =>
    db
      .prepare(
        `WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ?)
         INSERT INTO leads (nombre, email, email_key, source, created_at)
         SELECT 'Montón', i || '@x.example.com', i || '@x.example.com', 'crm_manual', '2026-01-01T00:00:00.000Z'
         FROM n`,
      )
      .run(VERY_MANY),
  );
  const { text } = await exported('q=monton&orden=antiguos&format=csv');
  expect(new Set(idsOf(text)).size).toBe(VERY_MANY);
});

describe('while others work', () => {
  test('two at once are both whole, and a write in between is answered', async () => {
    const both = Promise.all([
      exported('format=csv&orden=antiguos'),
      fetch(`${server.url}${LIST}?format=xlsx&orden=antiguos`, { headers: { cookie: admin.cookie } })
        .then((response) => response.arrayBuffer())
        .then((file) => readWorkbook(Buffer.from(file))),
    ]);
    const { status } = await call(server, '/api/leads', {
      cookie: admin.cookie,
      body: { nombre: 'Entre medio', email: 'entre@medio.example.com' },
    });
    expect(status).toBe(201);
    const [csv, [leads]] = await both;
    const total = (await call(server, '/api/leads', { cookie: admin.cookie })).json.total;
    for (const length of [idsOf(csv.text).length, (leads?.rows.length ?? 0) - 1])
      expect([total - 1, total]).toContain(length);
  });

  test('who hangs up in the middle, or stops reading, delays nobody and keeps the log from nothing', async () => {
    const { hostname, port } = new URL(server.url);
    const sockets = ['', '?format=xlsx', '?format=xlsx'].map((query) => {
      const socket = connect(Number(port), hostname);
      socket.write(
        `GET ${LIST}${query} HTTP/1.1\r\nHost: ${hostname}:${port}\r\nCookie: ${admin.cookie}\r\nConnection: close\r\n\r\n`,
      );
      socket.pause();
      return socket;
    });
    const whole = await exported('format=csv');
    expect(idsOf(whole.text).length).toBeGreaterThanOrEqual(MANY);
    // No reader holds an old snapshot, so the log can be truncated.
    const [{ busy }] = withDatabase(server, (db) => db.pragma('wal_checkpoint(TRUNCATE)')) as [{ busy: number }];
    expect(busy).toBe(0);
    for (const socket of sockets) socket.destroy();
    expect((await call(server, '/healthz')).status).toBe(200);
  });
});
