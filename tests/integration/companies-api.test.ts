import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD } from '../support/accounts';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { waitForToken } from '../support/mail';
import { providePerson, provideServer, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const admin = providePerson(server, { roles: ['admin'] });

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const patch = (path: string, body: unknown) => api(path, { method: 'PATCH', body });

function auditOf(companyId: number) {
  return withDatabase(server, (db) =>
    db
      .prepare(
        `SELECT type, actor_email, subject_email, from_value, to_value FROM audit_events
         WHERE company_id = ? ORDER BY id`,
      )
      .all(companyId),
  );
}

describe('making an agency', () => {
  /** Makes names unique to this file. */
  const own = crypto.randomUUID().slice(0, 8);

  test('makes it active and FREE, with or without a country', async () => {
    const answer = await api('/api/companies', { body: { name: '  Costanera ', country: ' Perú' } });
    expect(answer.status).toBe(201);
    const { company } = answer.json;
    expect(company).toEqual({
      id: expect.any(Number),
      name: 'Costanera',
      country: 'Perú',
      plan: 'FREE',
      status: 'active',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    });
    expect((await api(`/api/companies/${company.id}`)).json).toEqual({
      company,
      coordinator: null,
      agents: [],
    });
    for (const country of [undefined, null, '', '  ']) {
      const bare = await api('/api/companies', { body: { name: 'Norte', country } });
      expect([bare.status, bare.json.company.country]).toEqual([201, null]);
    }
  });

  test('of a name that is there already is refused where the call asks for that, until it is confirmed', async () => {
    const { company } = (await api('/api/companies', { body: { name: `Sol & Río ${own}`, country: 'Paraguay' } })).json;
    const again = (name: string, confirm: boolean) => api('/api/companies', { body: { name, confirm } });
    const refused = await again(`  SOL, rio ${own} `, false);
    expect(refused.status).toBe(409);
    expect(refused.json.error).toEqual({
      code: 'name_exists',
      message: `Ya existe Sol & Río ${own} (Paraguay). ¿Crear igual?`,
      company: { id: company.id, name: `Sol & Río ${own}`, country: 'Paraguay' },
    });
    expect((await again(`Sol ${own}`, false)).status).toBe(201);
    expect((await again(`Sol Río Norte ${own}`, false)).status).toBe(201);
    expect((await again(`Sol Rio ${own}`, true)).status).toBe(201);
    expect((await api('/api/companies', { body: { name: `Sol Río ${own}` } })).status).toBe(201);
  });

  test('is refused where a field is wrong, which is named', async () => {
    const cases: [object, string, string][] = [
      [{}, 'name', 'Nombre: escribí el nombre de la inmobiliaria.'],
      [{ name: ' ' }, 'name', 'Nombre: escribí el nombre de la inmobiliaria.'],
      [{ name: 'x'.repeat(121) }, 'name', 'Nombre: usá como mucho 120 caracteres.'],
      [{ name: 'x', country: 'x'.repeat(61) }, 'country', 'País: usá como mucho 60 caracteres.'],
      [{ name: 'x', plan: 'PRO' }, 'plan', 'Este campo no existe.'],
      [{ name: 'x', id: 1 }, 'id', 'Este campo no existe.'],
      [{ name: 'x', confirm: 'sí' }, 'confirm', 'La confirmación tiene que ser sí o no.'],
    ];
    for (const [body, field, message] of cases) {
      const { status, json } = await api('/api/companies', { body });
      expect
        .soft([status, json.error], JSON.stringify(body))
        .toMatchObject([422, { code: 'invalid', message, fields: { [field]: message } }]);
    }
  });
});

describe('an agency that is made with its coordinator', () => {
  const newEmail = () => `${crypto.randomUUID()}@x.example.com`;
  const person = (more: object = {}) => ({
    name: 'Coral Vidal',
    email: newEmail(),
    password: 'siete lunas de papel',
    ...more,
  });
  const countCompanies = () => withDatabase(server, (db) => db.prepare('SELECT count(*) FROM companies').pluck().get());

  test('has both at once, and the link is sent; a repeated press makes neither again, and says so', async () => {
    const coordinator = person();
    const body = { name: 'Con Coral', country: 'Perú', coordinator };
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const first = await api('/api/companies', { body, headers });
    expect([first.status, first.json]).toEqual([
      201,
      {
        company: expect.objectContaining({ name: 'Con Coral', country: 'Perú' }),
        coordinator: { id: expect.any(String), name: 'Coral Vidal', email: coordinator.email },
        magicLinkSent: true,
      },
    ]);
    await waitForToken(server, coordinator.email);
    const { company } = first.json;
    expect((await api(`/api/companies/${company.id}`)).json.coordinator).toMatchObject({
      email: coordinator.email,
      status: 'pending',
    });
    expect(auditOf(company.id).map((event) => (event as { type: string }).type)).toEqual([
      'company_created',
      'coordinator_created',
    ]);
    expect((await api('/api/companies', { body, headers })).json).toEqual(first.json);
    const other = { ...body, coordinator: { ...coordinator, password: 'ocho lunas de papel' } };
    const refused = await api('/api/companies', { body: other, headers });
    expect([refused.status, refused.json.error.code]).toEqual([422, 'already_made']);
  });

  test('is not made where the coordinator cannot be, and the field is named', async () => {
    const before = countCompanies();
    const cases: [object, number, string, string][] = [
      [person({ email: admin.email }), 409, 'coordinator.email', 'Email: ya hay una cuenta con esa dirección.'],
      [person({ email: 'x' }), 422, 'coordinator.email', 'Email: escribí una dirección válida'],
      [person({ name: ' ' }), 422, 'coordinator.name', 'Nombre: escribí el nombre del coordinador.'],
      [person({ password: 'corta' }), 422, 'coordinator.password', '8 caracteres'],
      [person({ password: 'contraseña' }), 422, 'coordinator.password', ''],
    ];
    for (const [coordinator, status, field, message] of cases) {
      const answer = await api('/api/companies', { body: { name: 'Nunca', coordinator } });
      const { fields } = answer.json.error;
      expect.soft([answer.status, Object.keys(fields)], field).toEqual([status, [field]]);
      expect.soft(fields[field]).toContain(message);
    }
    expect(countCompanies()).toBe(before);
  });
});

describe('deleting an agency', () => {
  const remove = (id: number) => api(`/api/companies/${id}`, { method: 'DELETE' });
  const restore = (id: number) => api(`/api/companies/${id}/restore`, { method: 'POST' });
  const make = async (name: string) => (await api('/api/companies', { body: { name } })).json.company;

  test('takes it out of everything, its name too, and brings it back as it was', async () => {
    const name = `Por Error ${crypto.randomUUID()}`;
    const company = await make(name);
    // A correction leaves no history.
    await patch(`/api/companies/${company.id}`, { country: 'Chile', status: 'inactive' });
    const { company: before } = (await api(`/api/companies/${company.id}`)).json;
    expect((await remove(company.id)).status).toBe(204);
    expect((await remove(company.id)).status).toBe(404);
    for (const path of [`/api/companies/${company.id}`, `/api/companies/${company.id}/agents`])
      expect((await api(path)).status).toBe(404);
    const find = async () => (await api(`/api/companies?q=${name.replaceAll(' ', '+')}`)).json.companies.length;
    expect(await find()).toBe(0);
    const again = await api('/api/companies', { body: { name, confirm: false } });
    expect(again.status).toBe(201);
    await remove(again.json.company.id);

    const restored = await restore(company.id);
    expect([restored.status, restored.json.company]).toEqual([200, before]);
    expect(await find()).toBe(1);
    expect((await restore(company.id)).status).toBe(404);
    expect(auditOf(company.id).slice(-2)).toMatchObject([
      { type: 'company_deleted', to_value: name },
      { type: 'company_restored', to_value: name },
    ]);
  });

  test('is refused where it has people, or has had some, and says what is in the way', async () => {
    const peopled = await make('Con Gente');
    makePerson(server, { roles: ['coordinator'], companyId: peopled.id });
    makeAgents(server, peopled.id, 2);
    const former = await make('Con Historia');
    const agent = { name: 'Ana', email: 'ana@x.example.com' };
    const { json } = await api(`/api/companies/${former.id}/agents`, { body: agent });
    await api(`/api/agents/${json.agent.id}`, { method: 'DELETE' });
    const paying = await make('Con Plan');
    await patch(`/api/companies/${paying.id}`, { plan: 'PRO' });
    const history = 'ya tuvo coordinador, agentes u otro plan, y esa historia se conserva. Podés desactivarla.';
    for (const [id, message] of [
      [peopled.id, 'Con Gente no se puede eliminar: tiene coordinador y 2 agentes.'],
      [former.id, `Con Historia no se puede eliminar: ${history}`],
      [paying.id, `Con Plan no se puede eliminar: ${history}`],
    ]) {
      const answer = await remove(id);
      expect([answer.status, answer.json.error]).toEqual([409, { code: 'company_in_use', message }]);
      expect((await api(`/api/companies/${id}`)).status).toBe(200);
    }
  });
});

describe('the list of agencies', () => {
  let cookie: string;
  const filled = provideServer();
  beforeAll(() => {
    cookie = makePerson(filled, { roles: ['admin'] }).cookie;
    withDatabase(filled, (db) => {
      const insert = db.prepare('INSERT INTO companies (name, country, created_at) VALUES (?, ?, ?)');
      db.transaction(() => {
        for (let i = 0; i < 120; i++) {
          // Three rows share each timestamp, so the order needs the id as a tie-breaker.
          const at = new Date(Date.UTC(2026, 0, 1) - Math.floor(i / 3) * 3_600_000).toISOString();
          insert.run(i % 4 === 0 ? `Altos del Ñandú ${i}` : `Río ${i}`, i % 2 ? 'México' : null, at);
        }
      })();
    });
  });

  async function readAll(search: string) {
    const companies: { id: number; name: string; created_at: string; changed_at: string }[] = [];
    let cursor = '';
    do {
      const path = `/api/companies?${search}${cursor && `&cursor=${cursor}`}`;
      const page = (await call(filled, path, { cookie })).json;
      expect(page.companies.length).toBeLessThanOrEqual(50);
      companies.push(...page.companies);
      cursor = page.next_cursor ?? '';
    } while (cursor);
    return companies;
  }

  test('comes 50 at a time, newest first, each agency exactly once', async () => {
    const companies = await readAll('');
    expect(new Set(companies.map(({ id }) => id)).size).toBe(120);
    const sorted = [...companies].sort((a, b) => b.created_at.localeCompare(a.created_at) || b.id - a.id);
    expect(companies).toEqual(sorted);
  });

  test('finds by words of name and country', async () => {
    const counts = {
      'q=altos': 30,
      'q=%C3%B1and': 30,
      'q=NANDU+alt': 30,
      'q=mexico': 60,
      'q=rio+mexico': 60,
      'q=119': 1,
      'q=%22%29+OR+1%3D1': 0,
      'q=*': 0,
      'q=': 120,
    };
    const all = await readAll('');
    for (const [search, count] of Object.entries(counts)) {
      const found = await readAll(search);
      expect.soft(found.length, search).toBe(count);
      const ids = new Set(found.map(({ id }) => id));
      expect.soft(found, search).toEqual(all.filter(({ id }) => ids.has(id)));
    }
  });

  test('tells of each its coordinator, its active agents and when something of it last changed', async () => {
    const [company] = await readAll('q=117');
    const id = company?.id ?? 0;
    expect(company).toMatchObject({
      coordinator_name: null,
      active_agents: 0,
      changed_at: company?.created_at,
    });
    makePerson(filled, { name: 'Coral Vidal', roles: ['coordinator'], companyId: id });
    const before = new Date().toISOString();
    const agent = { name: 'Zoe', email: 'zoe@x.example.com' };
    await call(filled, `/api/companies/${id}/agents`, { cookie, body: agent });
    const [after] = await readAll('q=117');
    expect(after).toMatchObject({ coordinator_name: 'Coral Vidal', active_agents: 1 });
    expect((after?.changed_at ?? '') >= before).toBe(true);
  });

  test('finds an agency by its new name, and no longer by the old one', async () => {
    const [company] = await readAll('q=119');
    await call(filled, `/api/companies/${company?.id}`, {
      cookie,
      method: 'PATCH',
      body: { name: 'Zafiro' },
    });
    expect(await readAll('q=zafiro')).toHaveLength(1);
    expect(await readAll('q=119')).toEqual([]);
  });

  test('refuses made-up cursors', async () => {
    for (const cursor of ['x', 'W10', 'eyJhIjoxfQ']) {
      const { status } = await call(filled, `/api/companies?cursor=${cursor}`, { cookie });
      expect.soft(status, cursor).toBe(400);
    }
  });
});

describe('changing an agency', () => {
  test('leaves alone what is not named, and records each thing that differs', async () => {
    const id = makeCompany(server, { name: 'Casa Norte', country: 'Chile' });
    expect((await patch(`/api/companies/${id}`, { plan: 'PRO' })).json.company).toMatchObject({
      name: 'Casa Norte',
      country: 'Chile',
      plan: 'PRO',
      status: 'active',
    });
    await patch(`/api/companies/${id}`, { plan: 'PRO', name: 'Casa Sur', country: '' });
    await patch(`/api/companies/${id}`, { status: 'inactive' });
    await patch(`/api/companies/${id}`, { status: 'active' });
    const actor_email = admin.email;
    expect(auditOf(id)).toEqual(
      [
        { type: 'plan_changed', from_value: 'FREE', to_value: 'PRO' },
        { type: 'company_renamed', from_value: 'Casa Norte', to_value: 'Casa Sur' },
        { type: 'company_moved', from_value: 'Chile', to_value: null },
        { type: 'company_deactivated', from_value: null, to_value: null },
        { type: 'company_activated', from_value: null, to_value: null },
      ].map((entry) => ({ ...entry, actor_email, subject_email: null })),
    );
  });

  test('is refused where there is nothing to change, or to what cannot be', async () => {
    const id = makeCompany(server);
    for (const body of [
      {},
      { plan: 'free' },
      { plan: null },
      { status: 'suspended' },
      { name: '' },
      { created_at: 'x' },
    ]) {
      const { status, json } = await patch(`/api/companies/${id}`, body);
      expect.soft([status, json.error?.code], JSON.stringify(body)).toEqual([422, 'invalid']);
    }
  });

  test('to inactive ends the coordinator’s session and links for good, and keeps them out until it is active', async () => {
    const id = makeCompany(server);
    const coordinator = makePerson(server, { roles: ['coordinator'], companyId: id });
    const enters = async (cookie: string) => (await call(server, `/api/companies/${id}/agents`, { cookie })).status;
    const signIn = () => call(server, '/api/auth/sign-in', { body: { email: coordinator.email, password: PASSWORD } });
    expect(await enters(coordinator.cookie)).toBe(200);
    await call(server, '/api/auth/recover', { body: { email: coordinator.email } });
    const link = await waitForToken(server, coordinator.email);

    await patch(`/api/companies/${id}`, { status: 'inactive' });
    expect(await enters(coordinator.cookie)).toBe(401);
    expect(await enters(openSession(server, coordinator.id))).toBe(401);
    expect([(await signIn()).status, (await signIn()).json.error.code]).toEqual([401, 'agency_inactive']);

    await patch(`/api/companies/${id}`, { status: 'active' });
    expect(await enters(coordinator.cookie)).toBe(401);
    expect((await signIn()).status).toBe(200);
    const reset = { token: link, password: 'siete barcos rojos' };
    expect((await call(server, '/api/auth/reset', { body: reset })).json.error.code).toBe('token_invalid');
  });

  test('that there is not is told, alike for all', async () => {
    for (const id of ['99999999', '0', '-1', '1e3', '01', 'abc', '9999999999999999']) {
      const answers = [
        await api(`/api/companies/${id}`),
        await patch(`/api/companies/${id}`, { plan: 'PRO' }),
        await api(`/api/companies/${id}/agents`),
        await api(`/api/companies/${id}/agents`, { body: { name: 'Ana', email: 'ana@x.co' } }),
      ];
      for (const { status, text } of answers) expect.soft([status, text], id).toEqual([404, answers[0]?.text]);
    }
  });
});

describe('an agency’s coordinator', () => {
  const create = (companyId: number, email: string) =>
    api('/api/manage-users', {
      body: {
        action: 'createCoordinator',
        email,
        name: 'Coral Vidal',
        password: 'siete lunas de papel',
        companyId,
        provisionInCRM: false,
      },
    });

  test('comes with the agency, without anything secret', async () => {
    const id = makeCompany(server);
    const email = `${crypto.randomUUID()}@x.example.com`;
    await create(id, email);
    const { coordinator } = (await api(`/api/companies/${id}`)).json;
    expect(coordinator).toEqual({
      id: expect.any(String),
      name: 'Coral Vidal',
      email,
      status: 'pending',
      created_at: expect.any(String),
      password_expires_at: expect.any(String),
      second_factor: false,
      awaits_link: true,
    });
  });

  test('is one, however many are created at once', async () => {
    const id = makeCompany(server);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => create(id, `a-la-vez-${id}-${index}@x.example.com`)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expect(answer.status).toBe(409);
      expect(answer.json).toMatchObject({
        success: false,
        error: { code: 'coordinator_exists', message: 'Esta inmobiliaria ya tiene un coordinador.' },
      });
    }
    const count = withDatabase(server, (db) =>
      db.prepare('SELECT count(*) FROM profiles WHERE company_id = ?').pluck().get(id),
    );
    expect(count).toBe(1);
  });
});
