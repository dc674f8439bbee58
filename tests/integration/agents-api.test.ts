import { beforeAll, describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../support/accounts';
import { makeAgents, makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideSharedServer } from '../support/provide';

const server = provideSharedServer();
const admin = providePerson(server, { roles: ['admin'] });

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });
const add = (companyId: number, body: object) => api(`/api/companies/${companyId}/agents`, { body });
const patch = (id: number, body: unknown) => api(`/api/agents/${id}`, { method: 'PATCH', body });

describe('an agency’s agents', () => {
  test('are added active, listed by name, changed and deleted, each with an entry in the audit', async () => {
    const id = makeCompany(server);
    const added = await add(id, { name: ' Zoe Paz ', email: 'zoe@x.example.com' });
    expect(added.status).toBe(201);
    const zoe = added.json.agent;
    expect(zoe).toEqual({
      id: expect.any(Number),
      name: 'Zoe Paz',
      email: 'zoe@x.example.com',
      status: 'active',
      company_id: id,
    });
    await add(id, { name: 'Álvaro', email: 'alvaro@x.example.com' });
    await add(id, { name: 'bruno', email: 'bruno@x.example.com' });
    const names = async () =>
      (await api(`/api/companies/${id}/agents`)).json.agents.map((agent: { name: string }) => agent.name);
    expect(await names()).toEqual(['Álvaro', 'bruno', 'Zoe Paz']);

    expect((await patch(zoe.id, { status: 'suspended' })).json.agent).toEqual({
      ...zoe,
      status: 'suspended',
    });
    expect((await patch(zoe.id, { name: 'Zoe P.', email: 'zoe.p@x.example.com' })).json.agent).toMatchObject({
      name: 'Zoe P.',
      email: 'zoe.p@x.example.com',
      status: 'suspended',
    });
    await patch(zoe.id, { status: 'active' });
    const removal = await api(`/api/agents/${zoe.id}`, { method: 'DELETE' });
    expect([removal.status, removal.text]).toEqual([204, '']);
    expect(await names()).toEqual(['Álvaro', 'bruno']);
    expect((await api(`/api/agents/${zoe.id}`, { method: 'DELETE' })).status).toBe(404);

    const entries = withDatabase(server, (db) =>
      db
        .prepare(
          `SELECT type, from_value, to_value FROM audit_events
           WHERE company_id = ? AND subject_email LIKE 'zoe%' AND actor_email = ? ORDER BY id`,
        )
        .all(id, admin.email),
    );
    expect(entries).toEqual([
      { type: 'agent_added', from_value: null, to_value: 'Zoe Paz' },
      { type: 'agent_suspended', from_value: null, to_value: 'Zoe Paz' },
      { type: 'agent_renamed', from_value: 'Zoe Paz', to_value: 'Zoe P.' },
      { type: 'agent_email_changed', from_value: 'zoe@x.example.com', to_value: 'zoe.p@x.example.com' },
      { type: 'agent_reactivated', from_value: null, to_value: 'Zoe P.' },
      { type: 'agent_deleted', from_value: null, to_value: 'Zoe P.' },
    ]);
  });

  test('have an email that is unique within the agency, whatever its case, and only there', async () => {
    const id = makeCompany(server);
    const { agent } = (await add(id, { name: 'Uno', email: 'uno@x.example.com' })).json;
    const message = 'Email: ya hay un agente con esa dirección en esta inmobiliaria.';
    const again = await add(id, { name: 'Dos', email: 'UNO@x.example.com' });
    expect(again.status).toBe(409);
    expect(again.json.error).toEqual({ code: 'conflict', message, fields: { email: message } });
    const other = (await add(id, { name: 'Dos', email: 'dos@x.example.com' })).json.agent;
    expect((await patch(other.id, { email: 'Uno@x.example.com' })).json.error.fields).toEqual({
      email: message,
    });
    expect((await patch(agent.id, { email: 'UNO@X.example.com' })).status).toBe(200);
    expect((await add(makeCompany(server), { name: 'Uno', email: 'uno@x.example.com' })).status).toBe(201);
  });

  test('are refused without a name and an email, and with what they do not have', async () => {
    const id = makeCompany(server);
    const cases: [object, string][] = [
      [{}, 'name'],
      [{ name: 'Ana' }, 'email'],
      [{ name: 'Ana', email: 'ana' }, 'email'],
      [{ name: 'x'.repeat(121), email: 'a@b.co' }, 'name'],
      [{ name: 'Ana', email: 'a@b.co', company_id: 1 }, 'company_id'],
      [{ name: 'Ana', email: 'a@b.co', status: 'suspended' }, 'status'],
    ];
    for (const [body, field] of cases) {
      const { status, json } = await add(id, body);
      const fields = Object.keys(json.error?.fields ?? {});
      expect.soft([status, fields], JSON.stringify(body)).toEqual([422, expect.arrayContaining([field])]);
    }
    const [agent = 0] = makeAgents(server, id, 1);
    for (const body of [{}, { status: 'pending' }, { company_id: 1 }, { name: '' }, { email: null }])
      expect.soft((await patch(agent, body)).status, `changed: ${JSON.stringify(body)}`).toBe(422);
  });
});

describe('the FREE plan', () => {
  const limit = {
    code: 'plan_limit',
    message: 'El plan Free admite 5 agentes activos. Para sumar otro, suspendé o eliminá uno, o pasá a Pro.',
  };

  test('holds five active agents; suspended ones do not count, and PRO holds any number', async () => {
    const id = makeCompany(server);
    makeAgents(server, id, 3, 'suspended');
    const [fifth = 0] = makeAgents(server, id, 5);
    const sixth = await add(id, { name: 'Seis', email: 'seis@x.example.com' });
    expect(sixth.status).toBe(409);
    expect(sixth.json).toEqual({ error: limit });

    await patch(fifth, { status: 'suspended' });
    expect((await add(id, { name: 'Seis', email: 'seis@x.example.com' })).status).toBe(201);
    const back = await patch(fifth, { status: 'active' });
    expect([back.status, back.json]).toEqual([409, { error: limit }]);
    expect((await patch(fifth, { name: 'Otro nombre' })).status).toBe(200);

    await api(`/api/companies/${id}`, { method: 'PATCH', body: { plan: 'PRO' } });
    expect((await patch(fifth, { status: 'active' })).status).toBe(200);
    expect((await add(id, { name: 'Siete', email: 'siete@x.example.com' })).status).toBe(201);
  });

  test('keeps every agent of an agency that comes back to it, and refuses new ones', async () => {
    const id = makeCompany(server, { plan: 'PRO' });
    const agents = makeAgents(server, id, 7);
    await api(`/api/companies/${id}`, { method: 'PATCH', body: { plan: 'FREE' } });
    const kept = (await api(`/api/companies/${id}/agents`)).json.agents;
    expect(kept.filter((agent: { status: string }) => agent.status === 'active')).toHaveLength(7);
    expect((await add(id, { name: 'Ocho', email: 'ocho@x.example.com' })).status).toBe(409);
    for (const agent of agents.slice(0, 3)) await api(`/api/agents/${agent}`, { method: 'DELETE' });
    expect((await add(id, { name: 'Ocho', email: 'ocho@x.example.com' })).status).toBe(201);
  });

  test('lets exactly one of many that come at once take the last place', async () => {
    const id = makeCompany(server);
    makeAgents(server, id, 4);
    const [suspended = 0] = makeAgents(server, id, 1, 'suspended');
    const answers = await Promise.all([
      ...Array.from({ length: 12 }, (_, n) => add(id, { name: `N${n}`, email: `n${n}@x.example.com` })),
      patch(suspended, { status: 'active' }),
    ]);
    expect(answers.filter(({ status }) => status < 300)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(12);
    const active = withDatabase(server, (db) =>
      db.prepare("SELECT count(*) FROM agents WHERE company_id = ? AND status = 'active'").pluck().get(id),
    );
    expect(active).toBe(5);
  });
});

describe('a coordinator', () => {
  let ownId: number;
  let otherId: number;
  let otherAgent: number;
  let coordinator: Person;
  beforeAll(() => {
    ownId = makeCompany(server, { plan: 'PRO' });
    otherId = makeCompany(server, { plan: 'PRO' });
    [otherAgent = 0] = makeAgents(server, otherId, 1);
    coordinator = makePerson(server, { roles: ['coordinator'], companyId: ownId });
  });

  test('adds and deletes in their own agency, and nowhere else', async () => {
    const ask = (path: string, method: string, body?: object) =>
      call(server, path, { method, body, cookie: coordinator.cookie });
    const fields = { name: 'Nuevo', email: 'nuevo@x.example.com' };
    const own = await ask(`/api/companies/${ownId}/agents`, 'POST', fields);
    expect(own.status).toBe(201);
    expect((await ask(`/api/agents/${own.json.agent.id}`, 'DELETE')).status).toBe(204);
    const refused = [
      await ask(`/api/companies/${otherId}/agents`, 'POST', fields),
      await ask('/api/companies/99999999/agents', 'POST', fields),
      await ask(`/api/agents/${otherAgent}`, 'DELETE'),
      await ask('/api/agents/99999999', 'DELETE'),
    ];
    for (const answer of refused) expect([answer.status, answer.text]).toEqual([404, refused[0]?.text]);
    const standing = withDatabase(server, (db) =>
      db.prepare('SELECT count(*) FROM agents WHERE company_id = ?').pluck().get(otherId),
    );
    expect(standing).toBe(1);
  });
});
