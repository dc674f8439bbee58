import { beforeAll, describe, expect, test } from 'vitest';
import { TOKEN_SCOPES } from '~/shared/tokens/token';
import { makePerson } from '../support/accounts';
import { type DescribedApi, readDescribedApi } from '../support/described-api';
import { call } from '../support/http';
import { connectWhatsapp, GREETING } from '../support/meta';
import { provideMeta, provideServer } from '../support/provide';
import { startServer } from '../support/server';
import { makeToken } from '../support/tokens';
import { OPEN_TO_TOKENS } from './access/rules';

const NOWHERE = 987_654_321;

let api: DescribedApi;
const meta = provideMeta();
// An unused address, so that webhooks can be created without a name server.
const server = provideServer(() => ({
  env: { WHATSAPP_API_URL: meta.url, WEBHOOK_ALLOW_PRIVATE: '127.0.0.9' },
}));
beforeAll(async () => {
  await connectWhatsapp(server, meta, makePerson(server, { roles: ['admin'] }));
  const scopes = TOKEN_SCOPES.filter((scope) => scope !== 'read');
  api = await readDescribedApi(server, makeToken(server, { name: 'n8n', scopes }).secret);
});

const newEmail = () => `${crypto.randomUUID()}@x.example.com`;

async function makeLead(fields: Record<string, unknown> = {}): Promise<number> {
  const body = { nombre: 'Marta Giménez', email: newEmail(), ...fields };
  return (await api.ask('POST /api/leads', { body })).json.lead.id;
}

test('it describes what tokens reach, and nothing else', () => {
  const open = [...OPEN_TO_TOKENS].map((route) => route.replace('[id]', '{id}'));
  expect([...api.operations.keys()].sort()).toEqual(open.sort());
});

describe('every call answers as it is described', () => {
  test('for a lead, from its arrival to the trash and back', async () => {
    const owner = makePerson(server);
    const body = {
      nombre: 'Marta Giménez',
      email: 'marta@x.example.com',
      whatsapp: '+54 9 11 5555-4444',
      pais: 'Argentina',
      mensaje: 'Quiero un agente\npara 40 propiedades.',
      empresa: null,
      client_type: 'inmobiliaria',
    };
    const headers = { 'idempotency-key': 'una-ejecucion' };
    const { id } = (await api.ask('POST /api/leads', { body, headers })).json.lead;
    expect((await api.ask('POST /api/leads', { body, headers })).json.lead.id).toBe(id);
    await api.ask('PATCH /api/leads/{id}', {
      id,
      body: { owner_id: owner.id, next_contact_on: '2090-01-05', next_contact_at: '10:30', plan: 'chat-ia' },
    });
    await api.ask('POST /api/leads/{id}/contacts', { id, body: { channel: 'whatsapp' } });
    const { headers: given } = await api.ask('GET /api/leads/{id}', { id });
    const known = { 'if-none-match': given.get('etag') ?? '' };
    expect((await api.ask('GET /api/leads/{id}', { id, headers: known })).status).toBe(304);
    const stale = { id, body: { estado: 'contactado' }, headers: { 'if-match': '"otra"' } };
    expect((await api.ask('PATCH /api/leads/{id}', stale)).status).toBe(412);
    const upsert = { ...body, owner_email: owner.email, source: 'Meta', on_match: 'update' };
    expect((await api.ask('POST /api/leads', { body: upsert })).status).toBe(200);
    await api.ask('GET /api/staff');
    await api.ask('PATCH /api/leads/{id}/contacts', { id, body: { contacted: true } });
    const note = (await api.ask('POST /api/leads/{id}/notes', { id, body: { body: 'Llamar el lunes' } })).json.note;
    await api.ask('PATCH /api/notes/{id}', { id: note.id, body: { body: 'Llamar el martes' } });
    await api.ask('GET /api/leads/{id}/notes', { id });
    await api.ask('DELETE /api/notes/{id}', { id: note.id });
    await api.ask('GET /api/leads/{id}/notes', { id });
    await api.ask('GET /api/leads/{id}/timeline', { id });
    await api.ask('POST /api/notes/{id}/restore', { id: note.id });
    await api.ask('GET /api/leads/{id}/timeline', { id, query: { kind: 'notes' } });
    await api.ask('GET /api/leads', { query: { q: 'martes', pais: 'Argentina', orden: 'antiguos' } });
    await api.ask('GET /api/leads', { query: { estado: '', owner: owner.id, agenda: 'proximos' } });
    await api.ask('GET /api/leads/counters');
    await api.ask('GET /api/leads/counters', { query: { estado: 'nuevo' } });
    await api.ask('GET /api/leads/agenda', { query: { tz: 'America/Santiago' } });
    const lost = { estado: 'perdido', lost_reason: 'precio' };
    const event = (await api.ask('PATCH /api/leads/{id}', { id, body: lost })).json.lead.as_of;
    await api.ask('POST /api/leads/{id}/undo', { id, body: { event } });
    await api.ask('DELETE /api/leads/{id}', { id });
    await api.ask('GET /api/leads', { query: { since: '2026-01-01T00:00:00Z', limit: '500' } });
    await api.ask('GET /api/leads/{id}/deletion', { id });
    await api.ask('GET /api/leads/trash');
    await api.ask('POST /api/leads/{id}/restore', { id });
    await api.ask('GET /api/reports', { query: { from: '2026-01-01', to: '2026-12-31' } });
    await api.ask('GET /api/reports');
  });

  test('for two of one person', async () => {
    const email = { email: newEmail() };
    const [first, second] = [await makeLead(email), await makeLead({ ...email, nombre: 'M. Giménez' })];
    await api.ask('GET /api/leads/matches', { query: email });
    await api.ask('POST /api/leads/{id}/join', { id: second, body: { into: first } });
    await api.ask('GET /api/leads/{id}/others', { id: first });
    await api.ask('GET /api/leads/{id}/timeline', { id: first });
    await api.ask('POST /api/leads/{id}/join', { id: second, body: { into: first } });
    await api.ask('POST /api/leads/{id}/separate', { id: second });
    await api.ask('GET /api/leads/{id}/others', { id: first });
  });

  test('for a conversation', async () => {
    const id = await makeLead({ whatsapp: '+54 9 11 5555-4444' });
    const body = { template: GREETING.name, fields: ['Marta', 'el plan Chat con IA'] };
    const headers = { 'idempotency-key': 'un-mensaje' };
    const { message } = (await api.ask('POST /api/leads/{id}/messages', { id, body, headers })).json;
    const again = await api.ask('POST /api/leads/{id}/messages', { id, body, headers });
    expect(again.json.message.id).toBe(message.id);
    await api.ask('GET /api/leads/{id}/messages', { id });
    await api.ask('GET /api/leads/{id}/timeline', { id });
    const late = await api.ask('POST /api/leads/{id}/messages', { id, body: { body: 'Hola' } });
    expect([late.status, late.json.error.code]).toEqual([409, 'window_closed']);
    const cursor = Buffer.from(JSON.stringify([message.at, message.id])).toString('base64url');
    await api.ask('GET /api/leads/{id}/messages', { id, query: { cursor } });
  });

  test('for many at once', async () => {
    const ids = [await makeLead(), await makeLead()];
    const body = { ids, change: { estado: 'contactado' } };
    const { json } = await api.ask('POST /api/leads/bulk', {
      body,
      headers: { 'idempotency-key': 'muchos' },
    });
    await api.ask('POST /api/leads/bulk/undo', { body: { undo: json.undo } });
  });

  test('for agencies and agents', async () => {
    const id = await makeLead({ empresa: `Costanera ${crypto.randomUUID()}` });
    await api.ask('PATCH /api/leads/{id}', { id, body: { estado: 'ganado' } });
    const { company } = (await api.ask('POST /api/companies', { body: { lead_id: id } })).json;
    expect((await api.ask('POST /api/companies', { body: { lead_id: id } })).status).toBe(409);
    await api.ask('PATCH /api/companies/{id}', { id: company.id, body: { plan: 'PRO', country: 'Chile' } });
    const admin = makePerson(server, { roles: ['admin'] });
    const coordinator = {
      action: 'createCoordinator',
      companyId: company.id,
      name: 'Luz',
      email: newEmail(),
      password: 'siete barcos rojos',
      provisionInCRM: false,
    };
    await call(server, '/api/manage-users', { cookie: admin.cookie, body: coordinator });
    const body = { name: 'Iris Paz', email: newEmail() };
    const { agent } = (await api.ask('POST /api/companies/{id}/agents', { id: company.id, body })).json;
    const twice = await api.ask('POST /api/companies/{id}/agents', { id: company.id, body });
    expect(twice.status).toBe(409);
    await api.ask('PATCH /api/agents/{id}', { id: agent.id, body: { status: 'suspended' } });
    await api.ask('GET /api/companies/{id}/agents', { id: company.id });
    const detail = (await api.ask('GET /api/companies/{id}', { id: company.id })).json;
    expect(Object.keys(detail).sort()).toEqual(['agents', 'company', 'coordinator', 'last_mail', 'lead']);
    await api.ask('GET /api/companies', { query: { q: 'costa' } });
    await api.ask('DELETE /api/agents/{id}', { id: agent.id });
    expect((await api.ask('DELETE /api/companies/{id}', { id: company.id })).status).toBe(409);
    const bare = (await api.ask('POST /api/companies', { body: { name: 'Por error' } })).json.company;
    await api.ask('DELETE /api/companies/{id}', { id: bare.id });
    await api.ask('POST /api/companies/{id}/restore', { id: bare.id });
    // Programs create no accounts.
    const person = { name: 'Luz', email: newEmail(), password: 'siete barcos rojos' };
    const withPerson = await api.ask('POST /api/companies', {
      body: { name: 'Con gente', coordinator: person },
    });
    expect([withPerson.status, withPerson.json.error.fields]).toEqual([422, { coordinator: 'Este campo no existe.' }]);
  });

  test('for a destination', async () => {
    const body = { url: 'http://127.0.0.9:9/', events: ['lead.created'], header: 'X-Clave: una' };
    const { id } = (await api.ask('POST /api/webhooks', { body })).json.webhook;
    await api.ask('GET /api/webhooks');
    await api.ask('DELETE /api/webhooks/{id}', { id });
  });

  test('and none was left out', () => {
    const good = [...api.seen].filter((one) => / 20\d$/.test(one)).map((one) => one.replace(/ \d+$/, ''));
    expect([...api.operations.keys()].filter((name) => !good.includes(name))).toEqual([]);
  });
});

describe('every call refuses as it is described', () => {
  const each = (run: (name: string, id: { id?: number }, hasBody: boolean) => Promise<void>) =>
    Promise.all(
      [...api.operations].map(([name, { requestBody }]) =>
        run(name, name.includes('{id}') ? { id: NOWHERE } : {}, requestBody !== undefined),
      ),
    );

  test('without a token, with a wrong one, and with a cookie beside it', () =>
    each(async (name, id) => {
      expect((await api.ask(name, { ...id, secret: null })).status, name).toBe(401);
      expect((await api.ask(name, { ...id, secret: 'ai_live_x' })).status, name).toBe(401);
      expect((await api.ask(name, { ...id, headers: { cookie: 'a=b' } })).status, name).toBe(400);
    }));

  test('with a token of each single scope where that is not enough, and only there', async () => {
    for (const scope of TOKEN_SCOPES) {
      const { secret } = makeToken(server, { scopes: [scope] });
      await each(async (name, id, hasBody) => {
        const isEnough = api.operations.get(name)?.security.some(({ token }) => token.includes(scope));
        // The empty body creates nothing.
        const { status } = await api.ask(name, { ...id, secret, ...(hasBody && { body: { fecha: 1 } }) });
        expect(status === 403, `${name}, ${scope}`).toBe(!isEnough);
      });
    }
    const changing = [...api.operations].filter(([, { security }]) => security.length === 1);
    // Read-only scopes have no webhooks, and read no conversations.
    const closed = changing.map(([name]) => name).filter((name) => name.startsWith('GET '));
    expect(closed.sort()).toEqual(['GET /api/leads/{id}/messages', 'GET /api/webhooks']);
    const ofAgencies = changing.filter(([, { security }]) => security[0]?.token.includes('companies'));
    expect(ofAgencies.map(([name]) => name).sort()).toEqual([
      'DELETE /api/agents/{id}',
      'DELETE /api/companies/{id}',
      'PATCH /api/agents/{id}',
      'PATCH /api/companies/{id}',
      'POST /api/companies',
      'POST /api/companies/{id}/agents',
      'POST /api/companies/{id}/restore',
    ]);
  });

  test('what is not there, what is no JSON, too large, or wrong', () =>
    each(async (name, id, hasBody) => {
      if ('id' in id && !hasBody) expect((await api.ask(name, id)).status, name).toBe(404);
      if (!hasBody) return;
      const form = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await api.ask(name, { ...id, body: 'a=b', headers: form })).status, name).toBe(415);
      expect((await api.ask(name, { ...id, body: { x: 'x'.repeat(70_000) } })).status, name).toBe(413);
      expect((await api.ask(name, { ...id, body: '{' })).status, name).toBe(400);
      const wrong = await api.ask(name, { ...id, body: { fecha: 1 } });
      expect([wrong.status, wrong.json.error.code], name).toEqual([422, 'invalid']);
    }));

  test('a filter that is none, and a budget that is used up', async () => {
    for (const name of ['GET /api/leads', 'GET /api/reports', 'GET /api/leads/matches'])
      expect((await api.ask(name, { query: { filtro: 'x' } })).status, name).toBe(422);
    const limited = await startServer({
      env: {
        DATABASE_PATH: server.databasePath,
        MAIL_DIR: server.mailDir,
        RATE_LIMIT_SCALE: String(1 / 600),
      },
    });
    const { ask } = await readDescribedApi(limited, makeToken(server).secret);
    await ask('GET /api/leads');
    expect((await ask('GET /api/leads')).status).toBe(429);
    await limited.stop();
  });
});
