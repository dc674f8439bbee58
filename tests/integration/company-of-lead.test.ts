import { describe, expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideReceiver, provideServer } from '../support/provide';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: { LEAD_WEBHOOK_URL: receiver.url, LEAD_WEBHOOK_EVENTS: 'lead.updated' },
}));
const admin = providePerson(server, { name: 'Ada', roles: ['admin'] });
const staff = providePerson(server, { name: 'Bruno' });

const api = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });

async function addLead(change: Record<string, unknown> = {}, estado = 'ganado'): Promise<number> {
  const body = { nombre: 'Marta Giménez', email: 'marta@x.example.com', pais: 'Paraguay', ...change };
  const { json } = await api('/api/leads', { cookie: staff.cookie, body });
  if (estado !== 'nuevo')
    await api(`/api/leads/${json.lead.id}`, { cookie: staff.cookie, method: 'PATCH', body: { estado } });
  return json.lead.id;
}

const read = async (id: number) => (await api(`/api/leads/${id}`)).json.lead;
const make = (lead_id: number, more: object = {}) => api('/api/companies', { body: { lead_id, ...more } });

describe('the agency of a lead that was won', () => {
  test('has its company’s name and its country, and each shows the other', async () => {
    const id = await addLead({ empresa: 'Lapacho Propiedades' });
    const answer = await make(id, { confirm: false });
    expect(answer.status).toBe(201);
    const { company } = answer.json;
    expect(company).toMatchObject({ name: 'Lapacho Propiedades', country: 'Paraguay', plan: 'FREE' });
    expect(await read(id)).toMatchObject({ company_id: company.id, company_name: 'Lapacho Propiedades' });
    const { lead } = (await api(`/api/companies/${company.id}`)).json;
    expect(lead).toEqual({ id, nombre: 'Marta Giménez', email: 'marta@x.example.com' });
    const { events } = (await api(`/api/leads/${id}/timeline`)).json;
    expect(events[0]).toMatchObject({
      type: 'company_made',
      actor_name: 'Ada',
      to_value: 'Lapacho Propiedades',
    });
  });

  test('has the person’s name where there is no company, and what the call names comes first', async () => {
    const { company } = (await make(await addLead({ nombre: 'Iris Vega' }))).json;
    expect(company).toMatchObject({ name: 'Iris Vega', country: 'Paraguay' });
    const named = await make(await addLead({ empresa: 'Una' }), { name: 'Otra', country: 'Chile' });
    expect(named.json.company).toMatchObject({ name: 'Otra', country: 'Chile' });
  });

  test('is told to the workflow, with the lead', async () => {
    const id = await addLead({ empresa: 'Ceibo' });
    const before = receiver.received.length;
    const { company } = (await make(id)).json;
    await expect
      .poll(() =>
        receiver.received
          .slice(before)
          .map((message) => JSON.parse(message.body))
          .filter((message) => message.lead.id === id && 'company_id' in message.changed),
      )
      .toMatchObject([
        {
          event: 'lead.updated',
          lead: { company_id: company.id, company_name: 'Ceibo' },
          changed: { company_id: company.id, company_name: 'Ceibo' },
          previous: { company_id: null, company_name: null },
        },
      ]);
  });

  test('is one, whoever presses at once; the second is told which', async () => {
    const id = await addLead({ empresa: 'Jacarandá' });
    const answers = await Promise.all(Array.from({ length: 6 }, () => make(id)));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused).toHaveLength(5);
    const { company_id } = await read(id);
    expect(refused[0]?.json.error).toEqual({
      code: 'lead_has_company',
      message: 'Este lead ya tiene su inmobiliaria: Jacarandá (Paraguay).',
      company: { id: company_id, name: 'Jacarandá', country: 'Paraguay' },
    });
  });

  test('is the same for a press that is repeated after a lost answer', async () => {
    const id = await addLead({ empresa: 'Timbó' });
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const [first, second] = [
      await api('/api/companies', { body: { lead_id: id, confirm: false }, headers }),
      await api('/api/companies', { body: { lead_id: id, confirm: false }, headers }),
    ];
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.json).toEqual(first.json);
  });

  test('of a name that is there already is asked about, and the lead stays without until then', async () => {
    await api('/api/companies', { body: { name: 'Quebracho' } });
    const id = await addLead({ empresa: 'quebracho' });
    const refused = await make(id, { confirm: false });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'name_exists']);
    expect((await read(id)).company_id).toBeNull();
    expect((await make(id, { confirm: true })).status).toBe(201);
  });

  test('is made of no lead that is not won', async () => {
    const error = {
      code: 'lead_not_won',
      message: 'Primero marcá el lead como Ganado: solo de un lead ganado se crea su inmobiliaria.',
    };
    for (const estado of ['nuevo', 'contactado', 'en_seguimiento', 'perdido']) {
      const { status, json } = await make(await addLead({}, estado));
      expect.soft([status, json.error], estado).toEqual([409, error]);
    }
  });

  test('is not made of one that is in the trash or was never there', async () => {
    const id = await addLead();
    await api(`/api/leads/${id}`, { method: 'DELETE' });
    for (const lead of [id, 987_654]) expect((await make(lead)).status).toBe(404);
  });

  test('names its lead by a number', async () => {
    for (const lead_id of ['12', 0, -1, 1.5, null]) {
      const { status, json } = await api('/api/companies', { body: { lead_id, name: 'x' } });
      const fields = { lead_id: 'El lead tiene que ser el número de uno.' };
      expect.soft([status, json.error?.fields], JSON.stringify(lead_id)).toEqual([422, fields]);
    }
  });
});

describe('the link between both', () => {
  test('stays while the lead has another status, is hidden while it is in the trash, and comes back with it', async () => {
    const id = await addLead({ empresa: 'Algarrobo' });
    const { company } = (await make(id)).json;
    await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'perdido' } });
    expect((await read(id)).company_id).toBe(company.id);
    const shown = async () => (await api(`/api/companies/${company.id}`)).json.lead;
    await api(`/api/leads/${id}`, { method: 'DELETE' });
    expect(await shown()).toBeUndefined();
    await api(`/api/leads/${id}/restore`, { method: 'POST' });
    expect(await shown()).toMatchObject({ id });
    expect((await read(id)).company_id).toBe(company.id);
  });

  test('ends with the lead, whose agency stays', async () => {
    const id = await addLead({ empresa: 'Guayacán' });
    const { company } = (await make(id)).json;
    withDatabase(server, (db) => db.prepare('DELETE FROM leads WHERE id = ?').run(id));
    expect((await api(`/api/companies/${company.id}`)).json).toEqual({
      company,
      coordinator: null,
      agents: [],
    });
  });

  test('goes with a deleted agency and comes back with it, unless its lead has become another', async () => {
    const id = await addLead({ empresa: 'Ñandubay' });
    const { company } = (await make(id)).json;
    const path = `/api/companies/${company.id}`;
    expect((await api(path, { method: 'DELETE' })).status).toBe(204);
    expect(await read(id)).toMatchObject({ company_id: null, company_name: null, estado: 'ganado' });
    expect((await api(`${path}/restore`, { method: 'POST' })).status).toBe(200);
    expect(await read(id)).toMatchObject({ company_id: company.id, company_name: 'Ñandubay' });
    const { events } = (await api(`/api/leads/${id}/timeline`)).json;
    expect(events.slice(0, 3).map(({ type }: { type: string }) => type)).toEqual([
      'company_restored',
      'company_deleted',
      'company_made',
    ]);

    await api(path, { method: 'DELETE' });
    const other = (await make(id, { name: 'Otra' })).json.company;
    const refused = await api(`${path}/restore`, { method: 'POST' });
    expect([refused.status, refused.json.error.code]).toEqual([409, 'lead_has_company']);
    await api(`/api/companies/${other.id}`, { method: 'DELETE' });
    expect((await api(`${path}/restore`, { method: 'POST' })).status).toBe(200);
    expect((await read(id)).company_id).toBe(company.id);
  });

  test('ends with the agency, whose lead stays and may become another', async () => {
    const id = await addLead({ empresa: 'Urunday' });
    const { company } = (await make(id)).json;
    withDatabase(server, (db) => db.prepare('DELETE FROM companies WHERE id = ?').run(company.id));
    expect(await read(id)).toMatchObject({ company_id: null, company_name: null, estado: 'ganado' });
    expect((await make(id)).status).toBe(201);
  });
});
