import { describe, expect, test } from 'vitest';
import { makePerson } from '../../support/accounts';
import { readDescribedApi } from '../../support/described-api';
import { call, submitEnquiry, validEnquiry } from '../../support/http';
import { providePerson, provideReceiver, provideServer } from '../../support/provide';
import { startServer } from '../../support/server';

const receiver = provideReceiver();
const server = provideServer(() => ({
  env: {
    LEAD_WEBHOOK_URL: receiver.url,
    LEAD_WEBHOOK_EVENTS: 'lead.created, lead.updated,lead.deleted lead.restored note.created',
  },
}));
const person = providePerson(server, { name: 'Ana Ruiz' });

const api = (path: string, options: { method?: string; body?: unknown } = {}) =>
  call(server, path, { ...options, cookie: person.cookie });

/** Performs the work and returns the messages it sends to the workflow, exactly `count`. */
async function messagesOf(count: number, work: () => Promise<unknown>) {
  const before = receiver.received.length;
  await work();
  await receiver.waitForRequests(before + count);
  return receiver.received.slice(before).map((message) => JSON.parse(message.body));
}

async function makeLead() {
  const before = receiver.received.length;
  const { json } = await api('/api/leads', {
    body: {
      ...{ nombre: 'Iris Vega', email: 'iris@x.example.com', pais: 'Chile', empresa: 'Casa Norte' },
      ...{ owner_id: null, waiting: true },
    },
  });
  await receiver.waitForRequests(before + 1);
  return json.lead;
}

describe('a workflow that asked for every event hears', () => {
  test('of a lead made by hand with the specified fields, and its id', async () => {
    const lead = await makeLead();
    const { type, id, data, ...specified } = JSON.parse(receiver.received.at(-1)?.body ?? '');
    expect([type, id]).toEqual(['lead.created', receiver.received.at(-1)?.headers['webhook-id']]);
    expect(data).toMatchObject({ id: lead.id, nombre: 'Iris Vega', estado: 'nuevo', source: 'crm_manual' });
    expect(specified).toEqual({
      nombre: 'Iris Vega',
      email: 'iris@x.example.com',
      whatsapp: null,
      pais: 'Chile',
      empresa: 'Casa Norte',
      mensaje: null,
      timestamp: lead.created_at,
      source: 'crm_manual',
    });
  });

  test('of the next contact with which one is made, after the lead', async () => {
    const body = { nombre: 'Iris', email: 'iris@x.example.com', next_contact_on: '2099-01-10' };
    const messages = await messagesOf(2, () => api('/api/leads', { body }));
    expect(messages).toMatchObject([{ nombre: 'Iris' }, { changed: { next_contact_on: '2099-01-10' } }]);
  });

  test('who works a lead now that they opened a way to reach it, and that they say they reached it', async () => {
    const { id } = await makeLead();
    const messages = await messagesOf(2, async () => {
      for (let i = 0; i < 2; i++) await api(`/api/leads/${id}/contacts`, { body: { channel: 'email' } });
      await api(`/api/leads/${id}/contacts`, { method: 'PATCH', body: { contacted: true } });
    });
    expect(messages).toMatchObject([
      { event: 'lead.updated', changed: { owner_id: person.id }, previous: { owner_id: null } },
      {
        event: 'lead.updated',
        lead: { id, estado: 'contactado', owner_name: 'Ana Ruiz' },
        changed: { estado: 'contactado' },
        previous: { estado: 'nuevo' },
      },
    ]);
  });

  test('of one save once, with the fields that differ as they are and were', async () => {
    const { id } = await makeLead();
    const messages = await messagesOf(1, () =>
      api(`/api/leads/${id}`, {
        method: 'PATCH',
        body: { estado: 'contactado', client_type: 'inmobiliaria', nombre: 'Iris Vega' },
      }),
    );
    const lead = { id, nombre: 'Iris Vega', estado: 'contactado', source: 'crm_manual' };
    const changes = {
      changed: { estado: 'contactado', client_type: 'inmobiliaria', owner_id: person.id },
      previous: { estado: 'nuevo', client_type: null, owner_id: null },
    };
    expect(messages).toEqual([
      {
        type: 'lead.updated',
        id: expect.stringMatching(/^msg_/),
        timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
        data: expect.objectContaining({ ...lead, ...changes }),
        event: 'lead.updated',
        lead: expect.objectContaining(lead),
        ...changes,
      },
    ]);
  });

  test('nothing of a save that changes nothing', async () => {
    const { id } = await makeLead();
    const messages = await messagesOf(1, async () => {
      await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'nuevo' } });
      await api(`/api/leads/${id}`, { method: 'PATCH', body: { estado: 'ganado' } });
    });
    expect(messages).toMatchObject([{ changed: { estado: 'ganado' } }]);
  });

  test('of a note, of the deletion and of its undoing, in this order', async () => {
    const { id } = await makeLead();
    const messages = await messagesOf(4, async () => {
      await api(`/api/leads/${id}/notes`, { body: { body: 'Llamar el lunes' } });
      await api(`/api/leads/${id}`, { method: 'DELETE' });
      await api(`/api/leads/${id}/restore`, { method: 'POST' });
    });
    expect(messages).toMatchObject([
      { event: 'note.created', lead: { id }, note: { body: 'Llamar el lunes', author_name: 'Ana Ruiz' } },
      { event: 'lead.updated', changed: { owner_id: person.id } },
      { event: 'lead.deleted', lead: { id, nombre: 'Iris Vega' } },
      { event: 'lead.restored', lead: { id } },
    ]);
  });

  test('of one submission once', async () => {
    const fields = { ...validEnquiry, submission_id: crypto.randomUUID() };
    const messages = await messagesOf(2, async () => {
      for (let i = 0; i < 3; i++) await submitEnquiry(server, fields);
      await makeLead();
    });
    expect(messages.map(({ source }) => source).sort()).toEqual(['crm_manual', 'landing']);
  });

  test('of each as the API’s description says, by an id of its own', async () => {
    const { judgeMessage } = await readDescribedApi(server);
    for (const message of receiver.received) judgeMessage(message);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(ids.length);
  });
});

test('unless told otherwise it hears of new leads only', async () => {
  const quiet = await startServer({ env: { LEAD_WEBHOOK_URL: receiver.url } });
  try {
    const { cookie } = makePerson(quiet);
    const before = receiver.received.length;
    const { json } = await call(quiet, '/api/leads', { cookie, body: { nombre: 'A', email: 'a@x.co' } });
    await call(quiet, `/api/leads/${json.lead.id}`, { cookie, method: 'PATCH', body: { estado: 'ganado' } });
    await call(quiet, `/api/leads/${json.lead.id}`, { cookie, method: 'DELETE' });
    await call(quiet, '/api/leads', { cookie, body: { nombre: 'B', email: 'b@x.co' } });
    await receiver.waitForRequests(before + 2);
    const names = receiver.received.slice(before).map(({ body }) => JSON.parse(body).nombre);
    expect(names.sort()).toEqual(['A', 'B']);
  } finally {
    await quiet.stop();
  }
});
