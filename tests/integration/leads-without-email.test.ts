import { beforeAll, expect, test } from 'vitest';
import type { Lead } from '~/shared/leads/lead';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { upload } from '../support/imports';
import { provideProvenPerson, provideSharedServer } from '../support/provide';
import { callAs, makeToken, type TestToken } from '../support/tokens';

let token: TestToken;
const server = provideSharedServer();
const admin = provideProvenPerson(server, { name: 'Clara', roles: ['admin'] });
beforeAll(() => {
  token = makeToken(server);
});

const as = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const read = async (id: number): Promise<Lead> => (await as(`/api/leads/${id}`)).json.lead;
const patch = (id: number, body: unknown) => as(`/api/leads/${id}`, { method: 'PATCH', body });
const list = async (query: Record<string, string>): Promise<Lead[]> =>
  (await as(`/api/leads?${new URLSearchParams(query)}`)).json.leads;
const idsOf = (leads: Lead[]) => leads.map(({ id }) => id).sort((a, b) => a - b);

let numbers = 41_000_000;
const newNumber = () => `+54911${String(++numbers)}`;

async function make(fields: Record<string, unknown> = {}): Promise<Lead> {
  const body = { nombre: 'Solo Número', whatsapp: newNumber(), ...fields };
  const { status, json } = await callAs(server, token, '/api/leads', { body });
  expect([status, json.error]).toEqual([201, undefined]);
  return json.lead;
}

const stored = (id: number) =>
  withDatabase(server, (db) => db.prepare('SELECT email, email_key FROM leads WHERE id = ?').get(id));

test('a program makes one of a name and a number, and so do people, who are told what is missing', async () => {
  const lead = await make();
  expect(lead).toMatchObject({ email: '', duplicates: 0, estado: 'nuevo' });
  expect(await read(lead.id)).toMatchObject({ email: '' });
  const cases: [object, string, string][] = [
    [{ nombre: 'Nadie' }, 'Falta el email o el WhatsApp: hace falta al menos uno.', 'email'],
    [{ nombre: 'Nadie', email: ' ', whatsapp: '' }, 'Falta el email o el WhatsApp: hace falta al menos uno.', 'email'],
    [{ whatsapp: newNumber() }, 'Falta el nombre.', 'nombre'],
    [
      { nombre: 'Mal', email: 'iris', whatsapp: newNumber() },
      'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.',
      'email',
    ],
  ];
  for (const [body, message, field] of cases) {
    const { status, json } = await callAs(server, token, '/api/leads', { body });
    expect.soft([status, json.error]).toMatchObject([422, { message, fields: { [field]: message } }]);
  }
  const message = 'Nombre y email son obligatorios';
  const invalid = 'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.';
  const byHand: [object, string, object][] = [
    [{ nombre: 'A Mano' }, message, { email: message }],
    [{ nombre: 'A Mano', email: ' ', whatsapp: ' ' }, message, { email: message }],
    [{ nombre: 'A Mano', email: null, whatsapp: 'no tiene' }, message, { email: message }],
    [{ email: '', whatsapp: '' }, message, { nombre: message, email: message }],
    [{ whatsapp: newNumber() }, message, { nombre: message }],
    [{ nombre: 'A Mano', email: 'iris', whatsapp: newNumber() }, invalid, { email: invalid }],
  ];
  for (const [body, text, fields] of byHand) {
    const { status, json } = await as('/api/leads', { body });
    expect.soft([body, status, json.error]).toMatchObject([body, 422, { message: text, fields }]);
  }
  const whatsapp = newNumber();
  for (const email of ['', null, undefined]) {
    const { status, json } = await as('/api/leads', { body: { nombre: 'A Mano', email, whatsapp, pais: 'Paraguay' } });
    expect(status).toBe(201);
    expect(json.lead).toMatchObject({ email: '', whatsapp, pais: 'Paraguay', source: 'crm_manual' });
    expect(stored(json.lead.id)).toEqual({ email: null, email_key: null });
  }
  const { leads } = (await as('/api/leads/matches', { body: { email: '', whatsapp } })).json;
  expect(leads).toHaveLength(3);
});

test('nobody is taken for somebody else because neither has an email; a number tells who is the same', async () => {
  const [one, other, same] = [await make(), await make(), await make()];
  expect((await patch(same.id, { whatsapp: one.whatsapp })).status).toBe(200);
  const duplicates = async (lead: Lead) => (await read(lead.id)).duplicates;
  expect([await duplicates(one), await duplicates(other), await duplicates(same)]).toEqual([1, 0, 1]);
  const { leads } = (await as(`/api/leads/${one.id}/others`)).json;
  expect(idsOf(leads)).toEqual([same.id]);
  const matches = async (body: object) => idsOf((await as('/api/leads/matches', { body })).json.leads);
  expect(await matches({ email: '', whatsapp: one.whatsapp })).toEqual([one.id, same.id]);
  expect(await matches({ email: '' })).toEqual([]);
  // Even with an email they share the number.
  await patch(same.id, { email: 'con@numero.example.com' });
  expect([await duplicates(one), await duplicates(same)]).toEqual([1, 1]);
  expect(
    (await runCrm(['check', '--offline'], { DATABASE_PATH: server.databasePath, BACKUP_EVERY_HOURS: '0' })).out,
  ).not.toContain('✗');
});

test('it is found, listed, told and worked without one, which it may get and lose as long as it has a number', async () => {
  const lead = await make({ nombre: 'Zulma Sinmail', mensaje: 'Busco casa' });
  const digits = (lead.whatsapp ?? '').slice(-8);
  for (const q of ['zulma sinmail', digits]) expect(idsOf(await list({ q })), q).toEqual([lead.id]);

  const email = `zulma.${lead.id}@x.example.com`;
  const given = await patch(lead.id, { email, previous: { email: '' } });
  expect(given.json).toMatchObject({ lead: { email }, changed: { email: '' } });
  const { as_of } = given.json.lead;
  const undone = await as(`/api/leads/${lead.id}/undo`, { body: { event: as_of } });
  expect(undone.json.lead.email).toBe('');
  expect(stored(lead.id)).toEqual({ email: null, email_key: null });
  const { events } = (await as(`/api/leads/${lead.id}/timeline`)).json;
  const changes = events.filter(({ field }: { field: string }) => field === 'email');
  expect(changes.map(({ from_value, to_value }: Record<string, unknown>) => [from_value, to_value])).toEqual([
    [email, null],
    [null, email],
  ]);
  const message = 'Nombre y email son obligatorios';
  for (const [field, value] of [
    ['whatsapp', ''],
    ['nombre', ''],
  ] as const)
    expect
      .soft((await patch(lead.id, { [field]: value })).json.error)
      .toMatchObject({ message, fields: { [field]: message } });
  const late = await patch(lead.id, { email: 'otra@x.example.com', previous: { email } });
  expect([late.status, late.json.error.fields.email]).toEqual([409, 'Otra persona lo cambió a «Sin dato».']);
  expect((await patch(lead.id, { email: null })).status).toBe(200);

  await as(`/api/leads/${lead.id}/notes`, { body: { body: 'Llamar' } });
  await as(`/api/leads/${lead.id}/contacts`, { body: { channel: 'whatsapp' } });
  expect((await patch(lead.id, { estado: 'contactado', next_contact_on: '2099-01-01' })).status).toBe(200);
  await as(`/api/leads/${lead.id}`, { method: 'DELETE' });
  const trash = (await as('/api/leads/trash')).json.leads;
  expect(trash.find(({ id }: Lead) => id === lead.id).email).toBe('');
  expect((await as(`/api/leads/${lead.id}/restore`, { method: 'POST' })).json.lead.email).toBe('');
  for (const path of [`/panel?lead=${lead.id}`, '/panel/papelera', `/users/mensajes?lead=${lead.id}`, '/panel/numeros'])
    expect.soft((await as(path)).status, path).toBeLessThan(400);
});

test('it is joined with another one, whose email it takes, and separated again without it', async () => {
  const [first, last] = [await make(), await make({ email: 'unida@x.example.com' })];
  const joined = await as(`/api/leads/${last.id}/join`, { body: { into: first.id } });
  expect(joined.json.lead).toMatchObject({ id: first.id, email: 'unida@x.example.com' });
  await as(`/api/leads/${last.id}/separate`, { method: 'POST' });
  expect(await read(first.id)).toMatchObject({ email: '', whatsapp: first.whatsapp });
  expect(await read(last.id)).toMatchObject({ email: 'unida@x.example.com' });
  // Joining into a lead without an email keeps it.
  const again = await as(`/api/leads/${first.id}/join`, { body: { into: last.id } });
  expect(again.json.lead).toMatchObject({ id: last.id, email: 'unida@x.example.com' });
  const both = [await make(), await make()];
  await as(`/api/leads/${both[1]?.id}/join`, { body: { into: both[0]?.id } });
  expect(await read(both[0]?.id ?? 0)).toMatchObject({ email: '', joined: 1 });
});

test('a file brings them, and an exported one brings them again', async () => {
  async function check(file: string, duplicates: string) {
    const { import: draft } = (await upload(server, admin, file)).json;
    const body = { mapping: draft.mapping, duplicates };
    return { draft, ...(await as(`/api/imports/${draft.id}/check`, { body })).json };
  }
  const [first, second] = [newNumber(), newNumber()];
  const file = `Nombre;WhatsApp;Empresa\nNadia Importada;${first};Sur\nNora Importada;${second};\nNina Importada;;\nNelly Importada;1;`;
  const found = await check(file, 'skip');
  expect(found).toMatchObject({ rows: 4, new: 2, duplicates: 0, invalid: 2 });
  expect(found.problems).toEqual([
    { row: 4, field: 'email', reason: 'Falta el email o el WhatsApp: hace falta al menos uno.' },
    { row: 5, field: 'whatsapp', reason: '«1» no es un teléfono.' },
  ]);
  await as(`/api/imports/${found.draft.id}/run`, { body: { check: found.check } });
  await expect.poll(async () => (await as(`/api/imports/${found.draft.id}`)).json.state).toBe('done');
  const made = await list({ q: 'importada' });
  expect(made.map(({ email, whatsapp }) => [email, whatsapp]).sort()).toEqual([
    ['', first],
    ['', second],
  ]);
  expect(made.map(({ id }) => stored(id))).toEqual(Array(2).fill({ email: null, email_key: null }));
  const exported = await as('/api/leads/export?q=importada');
  expect(await check(exported.text, 'skip')).toMatchObject({ rows: 2, duplicates: 2, invalid: 0 });
  // A file's values complete a matching lead, and undoing the import removes them.
  const [nora] = await list({ q: 'nora importada' });
  const checked = await check(`Nombre;Email;WhatsApp\nNora;nora@importada.example.com;${second}`, 'join');
  await as(`/api/imports/${checked.draft.id}/run`, { body: { check: checked.check } });
  const emailOf = async () => (await read(nora?.id ?? 0)).email;
  await expect.poll(emailOf).toBe('nora@importada.example.com');
  expect((await read(nora?.id ?? 0)).notes_count).toBe(0);
  await expect.poll(async () => (await as(`/api/imports/${checked.draft.id}`)).json.state).toBe('done');
  await as(`/api/imports/${checked.draft.id}/undo`, { body: {} });
  await expect.poll(emailOf).toBe('');

  // A column of names alone does not make a file of leads.
  const refused = await check('Nombre,Empresa\nNadie,Sur', 'skip');
  expect(refused.error.message).toBe('Elegí qué columna es el email o el WhatsApp: sin uno de los dos no hay lead.');
});

test('its person’s data are had, and erased once the number is typed; nobody else’s go', async () => {
  const [lead, same, other] = [
    await make({ nombre: 'Olga Olvidada', mensaje: 'Vivo en Salta' }),
    await make(),
    await make(),
  ];
  await patch(same.id, { whatsapp: lead.whatsapp });
  await as(`/api/leads/${lead.id}/notes`, { body: { body: 'Tiene dos perros' } });
  const data = (await as(`/api/leads/${lead.id}/person`)).json;
  expect(data.leads).toMatchObject([{ id: lead.id, notes: [{ body: 'Tiene dos perros' }] }]);
  const out = await runCrm(['export', 'person', '--lead', String(lead.id)], {
    DATABASE_PATH: server.databasePath,
  });
  expect(JSON.parse(out.out).leads).toMatchObject([{ id: lead.id }]);

  const nobody = ['erase', '--lead', '99999999'];
  expect((await runCrm(nobody, { DATABASE_PATH: server.databasePath })).code).toBe(1);

  const path = `/api/leads/${lead.id}/erase`;
  const foreseen = (await as(path)).json;
  expect(foreseen).toMatchObject({ erased: { leads: 1 }, related: { emails: [] } });
  expect(foreseen.related.leads).toEqual([{ id: same.id, nombre: 'Solo Número', email: '' }]);
  const wrong = await as(path, { body: { confirm: other.whatsapp } });
  expect(wrong.json.error.fields.confirm).toBe('WhatsApp: escribilo tal como está en el lead.');
  const spaced = (lead.whatsapp ?? '').replace(/^(\+54)(9)(11)(....)/, '$1 $2 $3 $4-');
  const erased = await as(path, { body: { confirm: spaced, leads: [same.id] } });
  expect([erased.status, erased.json.erased]).toMatchObject([200, { leads: 2 }]);
  for (const { id } of [lead, same]) expect((await as(`/api/leads/${id}`)).status).toBe(404);
  expect((await read(other.id)).nombre).toBe('Solo Número');
});
