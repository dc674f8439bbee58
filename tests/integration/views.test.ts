import { beforeAll, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideProvenPerson, provideServer } from '../support/provide';

const server = provideServer();
const ana = providePerson(server, { name: 'Ana' });
const beto = providePerson(server, { name: 'Beto' });
const admin = provideProvenPerson(server, { roles: ['admin'] });
beforeAll(async () => {
  for (const pais of ['Chile', 'Chile', 'Perú'])
    await as(ana, '/api/leads', {
      body: { nombre: 'Iris', email: 'iris@x.example.com', pais, owner_id: null },
    });
});

const as = (person: Person, path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: person.cookie, ...options });
const save = (person: Person, body: unknown) => as(person, '/api/views', { body });
const change = (person: Person, id: number, body: unknown) => as(person, `/api/views/${id}`, { method: 'PATCH', body });
type View = { id: number; name: string; opens: string; problem: string | null; total: number };
const viewsOf = async (person: Person): Promise<View[]> => (await as(person, '/api/views')).json.views;
const namesOf = async (person: Person) => (await viewsOf(person)).map(({ name }) => name);

test('a view is its maker’s until it is shared, and says how many leads it holds', async () => {
  const { status, json } = await save(ana, { name: ' De Chile ', query: 'pais=Chile&tz=Europe/Madrid' });
  expect([status, json.view]).toEqual([
    201,
    expect.objectContaining({ name: 'De Chile', query: 'pais=Chile', shared: false, may_change: true }),
  ]);
  expect(await viewsOf(ana)).toEqual([expect.objectContaining({ name: 'De Chile', total: 2 })]);
  expect(await viewsOf(beto)).toEqual([]);
  await change(ana, json.view.id, { shared: true });
  expect(await viewsOf(beto)).toEqual([
    expect.objectContaining({ name: 'De Chile', author_name: 'Ana', may_change: false, total: 2 }),
  ]);
  expect((await change(beto, json.view.id, { name: 'Mía' })).json.error.message).toBe(
    'La compartió otra persona: la cambian ella o un administrador.',
  );
  expect((await change(admin, json.view.id, { name: 'Chile' })).status).toBe(200);
  await change(ana, json.view.id, { shared: false });
  expect((await change(admin, json.view.id, { name: 'Perdida' })).status).toBe(404);
  expect((await as(ana, `/api/views/${json.view.id}`, { method: 'DELETE' })).status).toBe(204);
});

test('`me` is whoever looks', async () => {
  await save(ana, { name: 'De quien mira', query: 'owner=me', shared: true });
  const { json } = await as(ana, '/api/leads');
  await as(ana, `/api/leads/${json.leads[0].id}`, { method: 'PATCH', body: { owner_id: ana.id } });
  const totalOf = async (person: Person) => (await viewsOf(person)).find(({ name }) => name === 'De quien mira')?.total;
  expect([await totalOf(ana), await totalOf(beto)]).toEqual([1, 0]);
});

test('the same view twice is one; another one of that name is refused, whatever its case and accents', async () => {
  const body = { name: 'Perú fríos', query: 'pais=Perú&idle=30' };
  const [one, two] = await Promise.all([save(beto, body), save(beto, body)]);
  expect(one.json.view.id).toBe(two.json.view.id);
  const taken = await save(beto, { name: 'PERU FRIOS', query: 'pais=Chile' });
  expect([taken.status, taken.json.error.fields]).toEqual([
    422,
    { name: 'Nombre: ya hay una vista que se llama «Perú fríos». Elegí otro.' },
  ]);
  expect((await save(beto, { name: 'vencidos', query: 'pais=Chile' })).status).toBe(422);
  expect((await save(ana, { name: 'Perú fríos', query: 'pais=Chile' })).status).toBe(201);
  expect((await change(beto, one.json.view.id, { shared: true })).status).toBe(200);
});

test('a view needs a name and filters that there are', async () => {
  const cases: [object, string][] = [
    [{ name: 'x', query: 'color=rojo' }, 'Esos filtros no existen: armá la lista de nuevo y guardala.'],
    [{ name: 'x', query: 'estado=frio' }, 'Esos filtros no existen: armá la lista de nuevo y guardala.'],
    [{ name: 'x', query: 'agenda=hoy&orden=antiguos' }, 'Esos filtros no existen: armá la lista de nuevo y guardala.'],
    [{ name: 'x', query: '' }, 'Elegí algún filtro antes de guardar la vista.'],
    [{ name: '  ', query: 'estado=nuevo' }, 'Nombre: escribí uno para la vista.'],
    [{ name: 'x'.repeat(41), query: 'estado=nuevo' }, 'Nombre: hasta 40 caracteres.'],
  ];
  for (const [body, message] of cases) {
    const { status, json } = await save(ana, body);
    expect.soft([status, json.error?.message], JSON.stringify(body)).toEqual([422, message]);
  }
});

test('views are moved to a place among their like', async () => {
  const carla = makePerson(server, { name: 'Carla' });
  const ids: number[] = [];
  for (const name of ['uno', 'dos', 'tres']) ids.push((await save(carla, { name, query: `q=${name}` })).json.view.id);
  const own = async () => (await namesOf(carla)).slice(0, 3);
  expect(await own()).toEqual(['uno', 'dos', 'tres']);
  await change(carla, ids[2] ?? 0, { position: 0 });
  expect(await own()).toEqual(['tres', 'uno', 'dos']);
  await change(carla, ids[2] ?? 0, { position: 9 });
  expect(await own()).toEqual(['uno', 'dos', 'tres']);
  // Shared, and taken back, it is the last of the others.
  await change(carla, ids[0] ?? 0, { shared: true });
  expect((await namesOf(beto)).filter((name) => name !== 'Chile').at(-1)).toBe('uno');
  await change(carla, ids[0] ?? 0, { shared: false });
  expect(await own()).toEqual(['dos', 'tres', 'uno']);
});

test('there are at most twenty of one’s own', async () => {
  const dora = makePerson(server, { name: 'Dora' });
  const answers = await Promise.all(
    Array.from({ length: 21 }, (_, n) => save(dora, { name: `v${n}`, query: `q=v${n}` })),
  );
  const refused = answers.filter(({ status }) => status === 422);
  expect(refused.map(({ json }) => json.error.message)).toEqual([
    'Ya tenés 20 vistas: eliminá alguna antes de guardar otra.',
  ]);
});

test('a view opens with what is left of it, and says what is not', async () => {
  const eva = makePerson(server, { name: 'Eva' });
  const left = makePerson(server, { name: 'Fabio' });
  const { json } = await save(eva, { name: 'De Fabio', query: `pais=Chile&owner=${left.id}` });
  await as(admin, `/api/profiles/${left.id}`, { method: 'PATCH', body: { status: 'suspended' } });
  withDatabase(server, (db) =>
    db.prepare("UPDATE saved_views SET query = query || '&humor=bueno&estado=tibio' WHERE id = ?").run(json.view.id),
  );
  expect((await viewsOf(eva)).find(({ id }) => id === json.view.id)).toMatchObject({
    opens: 'pais=Chile',
    total: 2,
    problem:
      'Esta vista usaba filtros que ya no existen (humor, estado). Se abre con los demás. ' +
      'Fabio ya no está en el equipo. La vista se abre con los demás filtros.',
  });
});

test('whoever leaves takes their own views along, and leaves the shared ones to the team', async () => {
  const gone = makePerson(server, { name: 'Gina' });
  await save(gone, { name: 'Solo de Gina', query: 'q=gina' });
  const { json } = await save(gone, { name: 'De Gina para todos', query: 'q=todos', shared: true });
  withDatabase(server, (db) => db.prepare('DELETE FROM users WHERE id = ?').run(gone.id));
  const kept = withDatabase(server, (db) =>
    db.prepare("SELECT name FROM saved_views WHERE query IN ('q=gina', 'q=todos')").pluck().all(),
  );
  expect(kept).toEqual(['De Gina para todos']);
  expect((await change(ana, json.view.id, { name: 'x' })).status).toBe(403);
  expect((await change(admin, json.view.id, { shared: false })).json.view).toMatchObject({
    author_id: admin.id,
    shared: false,
  });
});
