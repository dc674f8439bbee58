import { beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { call } from '../support/http';
import { providePerson, provideServer } from '../support/provide';
import { storeMessage } from '../support/stored-messages';

const people = [
  {
    nombre: 'Lucía Ferreyra',
    email: 'lucia@sur.example.com',
    whatsapp: '+54 9 11 5874-9895',
    pais: 'Argentina',
    mensaje: 'Necesito un ñandú virtual',
  },
  {
    nombre: 'JOSÉ Núñez',
    email: 'jose.nunez@norte.example.com',
    whatsapp: '+5215512345678',
    pais: 'México',
    empresa: 'Casas del Ángel',
  },
  { nombre: 'Ana O"Hara', email: 'ana@oeste.example.com', whatsapp: '2604 123', pais: 'Uruguay' },
];

const server = provideServer();
const staff = providePerson(server);
beforeAll(async () => {
  for (const body of people) await call(server, '/api/leads', { cookie: staff.cookie, body });
});

async function find(q: string, more = ''): Promise<string[]> {
  const { status, json } = await call(server, `/api/leads?q=${encodeURIComponent(q)}${more}`, {
    cookie: staff.cookie,
  });
  expect(status).toBe(200);
  return json.leads.map((lead: { nombre: string }) => lead.nombre.split(' ')[0]);
}

test('a search finds words, in part, in any case and order, and numbers as people write them', async () => {
  const searches: [string, string[]][] = [
    ['lucia', ['Lucía']],
    ['LUCÍA ferr', ['Lucía']],
    ['jose', ['JOSÉ']],
    ['nunez', ['JOSÉ']],
    ['NÚÑEZ', ['JOSÉ']],
    ['nandu', ['Lucía']],
    ['angel casas', ['JOSÉ']],
    ['jose.nunez@norte', ['JOSÉ']],
    ['example.com', ['Ana', 'JOSÉ', 'Lucía']],
    ['o"hara', ['Ana']],
    ['9895', ['Lucía']],
    ['+54 9 11 58', ['Lucía']],
    ['54115', ['Lucía']],
    ['11 5874', ['Lucía']],
    ['011 5874-98', ['Lucía']],
    ['55 12', ['JOSÉ']],
    ['1234 56', []],
    ['7498', []],
    ['58749895', ['Lucía']],
    ['+54 9 11 5874 9895', ['Lucía']],
    ['011 15-5874-9895', ['Lucía']],
    ['5512345678', ['JOSÉ']],
    ['52 55 1234 5678', ['JOSÉ']],
    ['2604123', ['Ana']],
    ['lucia nunez', []],
    ['" OR 1=1 --', []],
    ['nombre:lucia', []],
    ['*', []],
    ['   ', ['Ana', 'JOSÉ', 'Lucía']],
  ];
  for (const [q, found] of searches) expect.soft(await find(q), q).toEqual(found);
});

test('a search goes with filters and order', async () => {
  expect(await find('example', '&pais=Argentina')).toEqual(['Lucía']);
  expect(await find('example', '&orden=antiguos')).toEqual(['Lucía', 'JOSÉ', 'Ana']);
  expect(await find('example', '&estado=ganado')).toEqual([]);
});

test('a search finds what was changed as it is now, and not as it was', async () => {
  const { json } = await call(server, '/api/leads?q=hara', { cookie: staff.cookie });
  const path = `/api/leads/${json.leads[0].id}`;
  await call(server, path, {
    method: 'PATCH',
    cookie: staff.cookie,
    body: { nombre: 'Ana Zubiría', whatsapp: '+59899765432' },
  });
  expect(await find('hara')).toEqual([]);
  expect(await find('zubiria')).toEqual(['Ana']);
  expect(await find('2604123')).toEqual([]);
  expect(await find('765432')).toEqual(['Ana']);
});

test('a search that finds nobody finds who is one letter away, and says so; totals, filters, pages and exports agree', async () => {
  const read = async (q: string, more = '', path = '/api/leads') =>
    (await call(server, `${path}?q=${encodeURIComponent(q)}${more}`, { cookie: staff.cookie })).json;
  const add = async (nombre: string) =>
    (await call(server, '/api/leads', { cookie: staff.cookie, body: { nombre, email: 'm@m.example.com' } })).json.lead;
  const { id } = await add('Martín Ríos');
  await call(server, `/api/leads/${id}/notes`, {
    cookie: staff.cookie,
    body: { body: 'Prefiere un quincho' },
  });
  const searches: [string, string[], string | undefined][] = [
    ['martn rios', ['Martín'], 'martn'],
    ['Matrín RIOZ', ['Martín'], 'Matrín RIOZ'],
    ['mar rioss', ['Martín'], 'rioss'],
    ['qincho', ['Martín'], 'qincho'],
    ['martin', ['Martín'], undefined],
    ['mrtn', [], 'mrtn'],
    ['martn xz', [], undefined],
    ['m4rtin', [], undefined],
    ['54999999', [], undefined],
    ['m@m.exmple.com', [], undefined],
  ];
  for (const [q, found, similar_to] of searches) {
    const { leads, ...page } = await read(q);
    const names = leads.map((lead: { nombre: string }) => lead.nombre.split(' ')[0]);
    expect.soft([names, page.total, page.similar_to], q).toEqual([found, found.length, similar_to]);
    expect.soft((await read(q, '', '/api/leads/counters')).listed, q).toBe(found.length);
  }
  expect((await read('qincho')).leads[0].found_note).toEqual({ q: 'qincho', text: 'Prefiere un quincho' });
  expect(await read('martn', '&estado=ganado')).toMatchObject({ leads: [], total: 0, similar_to: 'martn' });
  expect(await read('martin', '&estado=ganado')).not.toHaveProperty('similar_to');
  const { cookie } = makePerson(server, { roles: ['admin'] });
  const file = await call(server, '/api/leads/export?format=csv&q=martn%20rios', { cookie });
  expect(file.text).toContain('Martín Ríos');

  // Exact matches suppress similar ones while they exist; deleted leads leave no hint.
  const typo = await add('Martn Paz');
  expect(await find('martn')).toEqual(['Martn']);
  const change = { estado: 'contactado' };
  const bulk = {
    cookie: staff.cookie,
    headers: { 'idempotency-key': crypto.randomUUID() },
    body: { filter: { q: 'martn rios' }, change },
  };
  expect((await call(server, '/api/leads/bulk', bulk)).json).toMatchObject({ changed: 0, done: true });
  await call(server, `/api/leads/${typo.id}`, { method: 'DELETE', cookie: staff.cookie });
  expect(await find('martn')).toEqual(['Martín']);
  expect(await read('maztn')).toMatchObject({ leads: [], total: 0 });

  for (let n = 0; n < 52; n++) await add(`Quirósz ${n}`);
  const first = await read('quirozs', '&orden=antiguos');
  expect([first.leads.length, first.total]).toEqual([50, 52]);
  const rest = await read('quirozs', `&orden=antiguos&cursor=${first.next_cursor}`);
  expect(rest.leads.map((lead: { nombre: string }) => lead.nombre)).toEqual(['Quirósz 50', 'Quirósz 51']);
});

test('a search that is too long is refused', async () => {
  const { status } = await call(server, `/api/leads?q=${'a'.repeat(121)}`, { cookie: staff.cookie });
  expect(status).toBe(422);
});

test('finds what notes say, as long as they say it, and shows where', async () => {
  const { json } = await call(server, '/api/leads?q=zubiria', { cookie: staff.cookie });
  const id = json.leads[0].id;
  const path = `/api/leads/${id}/notes`;
  const note = await call(server, path, { cookie: staff.cookie, body: { body: 'Pidió la demo del TUCÁN' } });
  const noteId = note.json.note.id;
  const change = (options: Parameters<typeof call>[2]) =>
    call(server, `/api/notes/${noteId}`, { cookie: staff.cookie, ...options });
  expect([await find('tucan'), await find('zubiria tucan'), await find('demo')]).toEqual([['Ana'], ['Ana'], ['Ana']]);
  const found = await call(server, '/api/leads?q=tuc', { cookie: staff.cookie });
  expect([found.json.total, found.json.leads[0].found_note]).toEqual([
    1,
    { q: 'tuc', text: 'Pidió la demo del TUCÁN' },
  ]);
  await change({ method: 'PATCH', body: { body: 'Pidió la demo del 20260113 jaguar' } });
  expect([await find('tucan'), await find('jaguar'), await find('20260113')]).toEqual([[], ['Ana'], ['Ana']]);
  await change({ method: 'DELETE' });
  expect([await find('jaguar'), await find('zubiria')]).toEqual([[], ['Ana']]);
  await call(server, `/api/notes/${noteId}/restore`, { method: 'POST', cookie: staff.cookie });
  expect(await find('jaguar')).toEqual(['Ana']);
  await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: staff.cookie });
  expect(await find('jaguar')).toEqual([]);
  await call(server, `/api/leads/${id}/restore`, { method: 'POST', cookie: staff.cookie });
  expect(await find('jaguar', '&pais=Uruguay&orden=mas_notas')).toEqual(['Ana']);
});

test('finds what messages say, in the lead where they are, and shows where', async () => {
  const post = (path: string, body: object = {}) => call(server, path, { cookie: staff.cookie, body });
  const add = async (nombre: string) =>
    (await post('/api/leads', { nombre, email: 'charla@m.example.com' })).json.lead.id;
  const [going, staying] = [await add('Petra Sanz'), await add('Petronila Sanz')];
  storeMessage(server, { lead: going, text: '¿Aceptan permutas por un velero?' });
  storeMessage(server, { lead: going, text: 'Sí, con tasación', direction: 'out' });
  expect([await find('velero'), await find('petra tasacion'), await find('petronila velero')]).toEqual([
    ['Petra'],
    ['Petra'],
    [],
  ]);
  const found = await call(server, '/api/leads?q=velerro', { cookie: staff.cookie });
  expect(found.json).toMatchObject({
    similar_to: 'velerro',
    leads: [{ found_note: { q: 'velerro', text: '¿Aceptan permutas por un velero?' } }],
  });
  expect((await post(`/api/leads/${going}/join`, { into: staying })).status).toBe(200);
  expect([await find('velero'), await find('petronila tasacion')]).toEqual([['Petronila'], ['Petronila']]);
  expect((await post(`/api/leads/${going}/separate`)).status).toBe(200);
  expect([await find('velero'), await find('petronila tasacion')]).toEqual([['Petra'], []]);
});
