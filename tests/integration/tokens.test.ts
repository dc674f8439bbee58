import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AuditEvent } from '~/shared/audit/event';
import { addDays, DEFAULT_ZONE, dayIn } from '~/shared/leads/days';
import { makePerson, type Person } from '../support/accounts';
import { whileDayLasts } from '../support/clock';
import { makeCompany } from '../support/companies';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { inParallel } from '../support/in-parallel';
import { makeLead } from '../support/panel';
import { providePerson, provideProvenPerson, provideServer, provideSharedServer } from '../support/provide';
import { startServer, type TestServer } from '../support/server';
import { callAs, makeToken } from '../support/tokens';

const server = provideSharedServer();
const other = provideServer(() => ({ env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir } }));
const admin = provideProvenPerson(server, { name: 'Ana Ríos', roles: ['admin'] });
const staff = providePerson(server, { name: 'Beto Luna' });

const asAdmin = (path: string, options: Parameters<typeof call>[2] = {}) =>
  call(server, path, { cookie: admin.cookie, ...options });

async function create(input: Record<string, unknown> = {}) {
  const { json } = await asAdmin('/api/tokens', { body: { name: 'n8n', scope: 'write', ...input } });
  return json as { token: { id: string; name: string }; secret: string };
}

const listed = async (id: string) =>
  (await asAdmin('/api/tokens')).json.tokens.find((token: { id: string }) => token.id === id);

describe('an administrator', () => {
  test('makes a token, whose secret is told once and stored nowhere', async () => {
    await whileDayLasts(DEFAULT_ZONE);
    const answer = await asAdmin('/api/tokens', { body: { name: '  n8n  ', scope: 'read' } });
    expect(answer.status).toBe(201);
    const { token, secret } = answer.json;
    expect(secret).toMatch(/^ai_live_[\w-]{43}$/);
    expect(token).toMatchObject({
      name: 'n8n',
      scopes: ['read'],
      hint: secret.slice(-4),
      made_by: 'Ana Ríos',
      expires_on: addDays(dayIn(DEFAULT_ZONE, Date.now()), 90),
      last_used_at: null,
    });
    expect((await asAdmin('/api/tokens')).text).not.toContain(secret);
    const stored = withDatabase(server, (db) =>
      db.prepare('SELECT token_hash FROM api_tokens WHERE id = ?').pluck().get(token.id),
    );
    expect(stored).toEqual(createHash('sha256').update(secret).digest());
  });

  test('is told what is wrong with it', async () => {
    for (const [input, field] of [
      [{ name: ' ', scope: 'read' }, 'name'],
      [{ name: 'x'.repeat(61), scope: 'read' }, 'name'],
      [{ name: 'n8n', scope: 'admin' }, 'scope'],
      [{ name: 'n8n', scopes: ['read', 'admin'] }, 'scopes'],
      [{ name: 'n8n', scopes: [] }, 'scopes'],
      [{ name: 'n8n', scope: 'read', scopes: ['read'] }, 'scopes'],
      [{ name: 'n8n' }, 'scopes'],
      [{ name: 'n8n', scope: 'read', expires_on: '2026-02-30' }, 'expires_on'],
      [{ name: 'n8n', scope: 'read', expires_on: '2020-01-01' }, 'expires_on'],
    ] as const) {
      const answer = await asAdmin('/api/tokens', { body: input });
      expect([answer.status, Object.keys(answer.json.error.fields)]).toEqual([422, [field]]);
    }
  });

  test('decides its last day, which ends where they are', async () => {
    const { json } = await asAdmin('/api/tokens', {
      body: { name: 'n8n', scope: 'read', expires_on: '2090-03-01' },
      cookie: `${admin.cookie}; zona=Asia/Tokyo`,
    });
    expect(json.token).toMatchObject({ expires_on: '2090-03-01', expires_at: '2090-03-01T15:00:00.000Z' });
  });

  test('revokes it at once, in every process, and both stand in the audit', async () => {
    const { token, secret } = await create({ name: 'Planilla' });
    for (const one of [server, other]) expect((await callAs(one, { secret }, '/api/leads')).status).toBe(200);
    expect((await asAdmin(`/api/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(204);
    for (const one of [server, other]) {
      const { status, json, headers } = await callAs(one, { secret }, '/api/leads');
      expect([status, json.error.code]).toEqual([401, 'wrong_token']);
      expect(headers.get('www-authenticate')).toBe('Bearer error="invalid_token"');
    }
    expect((await asAdmin(`/api/tokens/${token.id}`, { method: 'DELETE' })).status).toBe(404);
    expect(await listed(token.id)).toBeUndefined();
    const { events } = (await asAdmin(`/api/audit?persona=${admin.id}`)).json;
    expect(events.slice(0, 2)).toMatchObject([
      { type: 'token_revoked', actor_email: admin.email, to_value: 'Planilla' },
      { type: 'token_created', actor_email: admin.email, to_value: 'Planilla' },
    ]);
    expect(JSON.stringify(events)).not.toContain(secret);
  });

  test('has one that is over refused like one that does not exist', async () => {
    const { id, secret } = makeToken(server);
    withDatabase(server, (db) =>
      db
        .prepare('UPDATE api_tokens SET expires_on = ?, expires_at = ? WHERE id = ?')
        .run('2026-01-01', '2026-01-02T00:00:00.000Z', id),
    );
    const { status, json } = await callAs(server, { secret }, '/api/leads');
    expect([status, json.error.code]).toEqual([401, 'wrong_token']);
    expect(await listed(id)).toMatchObject({ expires_on: '2026-01-01' });
  });

  test('may choose several scopes, and none but an end of its own or no end', async () => {
    const body = { name: 'n8n', scopes: ['companies', 'write', 'companies'], expires_on: null };
    const { token } = (await asAdmin('/api/tokens', { body })).json;
    expect(token).toMatchObject({ scopes: ['write', 'companies'], expires_on: null, expires_at: null });
  });

  test('who suspends or demotes another revokes that one’s tokens, but for those that they take over', async () => {
    for (const [path, body] of [
      ['/api/profiles', { status: 'suspended' }],
      ['/api/team', { role: 'staff' }],
    ] as const) {
      const maker = makePerson(server, { name: 'Carla Paz', roles: ['admin'] });
      const make = async (name: string) => {
        const token = { name, scope: 'read' };
        return (await call(server, '/api/tokens', { cookie: maker.cookie, body: token })).json;
      };
      const [kept, gone] = [await make('Se queda'), await make('Se va')];
      const { members } = (await asAdmin('/api/team')).json;
      expect(members.find(({ id }: Person) => id === maker.id).tokens).toEqual([
        { id: kept.token.id, name: 'Se queda' },
        { id: gone.token.id, name: 'Se va' },
      ]);
      const keep_tokens = [kept.token.id, randomUUID()];
      const answer = await asAdmin(`${path}/${maker.id}`, {
        method: 'PATCH',
        body: { ...body, keep_tokens },
      });
      expect(answer.status, path).toBe(200);
      for (const one of [server, other]) {
        expect((await callAs(one, kept, '/api/leads')).status).toBe(200);
        expect((await callAs(one, gone, '/api/leads')).status).toBe(401);
      }
      expect(await listed(kept.token.id)).toMatchObject({ made_by: 'Ana Ríos' });
      const { events } = (await asAdmin(`/api/audit?persona=${admin.id}`)).json;
      expect(events.slice(0, 3)).toMatchObject([
        { type: path === '/api/team' ? 'role_changed' : 'status_changed' },
        expect.anything(),
        expect.anything(),
      ]);
      const ofTokens = events.slice(1, 3).sort((a: AuditEvent, b: AuditEvent) => a.type.localeCompare(b.type));
      expect(ofTokens).toMatchObject([
        { type: 'token_revoked', to_value: 'Se va' },
        { type: 'token_taken_over', to_value: 'Se queda', subject_email: maker.email },
      ]);
    }
  });

  test('who gives up the role themselves keeps no token', async () => {
    const maker = makePerson(server, { roles: ['admin'] });
    const asMaker = (path: string, options: object) => call(server, path, { cookie: maker.cookie, ...options });
    const { json } = await asMaker('/api/tokens', { body: { name: 'n8n', scope: 'read' } });
    const body = { role: 'staff', keep_tokens: [json.token.id] };
    expect((await asMaker(`/api/team/${maker.id}`, { method: 'PATCH', body })).status).toBe(200);
    expect((await callAs(server, json, '/api/leads')).status).toBe(401);
  });

  test('is told once a day of a token that reads more than 30.000 leads', async () => {
    const program = makeToken(server, { name: 'Copiadora', scopes: ['read'] });
    for (let n = 0; n < 2; n++) await makeLead(server, staff);
    const { leads } = (await callAs(server, program, '/api/leads')).json;
    await whileDayLasts('UTC');
    const today = new Date().toISOString().slice(0, 10);
    withDatabase(server, (db) =>
      db.prepare('UPDATE api_tokens SET read_on = ?, leads_read = 29990 WHERE id = ?').run(today, program.id),
    );
    const countMails = () =>
      withDatabase(server, (db) =>
        db
          .prepare("SELECT count(*) FROM deliveries WHERE event = 'mail.heavy_reading' AND payload LIKE ?")
          .pluck()
          .get(`%Copiadora%${admin.id}%`),
      );
    // Reads are recorded in groups of 500.
    const calls = Math.ceil(500 / leads.length);
    const read = () =>
      inParallel(Array.from({ length: calls }).keys(), async () => {
        expect((await callAs(server, program, '/api/leads')).status).toBe(200);
      });
    await read();
    await expect.poll(countMails).toBe(1);
    await read();
    const sum = () =>
      withDatabase(server, (db) =>
        Number(db.prepare('SELECT leads_read FROM api_tokens WHERE id = ?').pluck().get(program.id)),
      );
    await expect.poll(sum).toBeGreaterThan(30_900);
    expect(countMails()).toBe(1);
    const { events } = (await asAdmin(`/api/audit?persona=${program.id}`)).json;
    expect(events).toMatchObject([{ type: 'heavy_reading', actor_email: 'Copiadora' }]);
  });
});

describe('a request with a token', () => {
  test('needs no Origin and no page of this site', async () => {
    const token = makeToken(server);
    const body = { nombre: 'Marta', email: 'marta@x.example.com' };
    expect((await callAs(server, token, '/api/leads', { body })).status).toBe(201);
    const headers = { origin: 'https://otro.example.com', 'sec-fetch-site': 'cross-site' };
    const elsewhere = await callAs(server, token, '/api/leads', { body, headers });
    expect(elsewhere.status).toBe(201);
    expect([...elsewhere.headers.keys()].filter((name) => /^(access-control-|set-cookie)/.test(name))).toEqual([]);
  });

  test('is refused with a cookie beside it, also with one that is good', async () => {
    const token = makeToken(server);
    for (const cookie of [admin.cookie, 'tema=claro']) {
      const { status, json } = await callAs(server, token, '/api/leads', { headers: { cookie } });
      expect([status, json.error.code]).toEqual([400, 'malformed']);
    }
  });

  test('does not take a secret from anywhere but its header', async () => {
    const { secret } = makeToken(server);
    for (const [path, headers] of [
      [`/api/leads?access_token=${secret}`, {}],
      ['/api/leads', { cookie: `sid=${secret}` }],
      ['/api/leads', { authorization: secret }],
      ['/api/leads', { authorization: `Basic ${btoa(`${secret}:`)}` }],
      ['/api/leads', { 'x-api-key': secret }],
    ] as const)
      expect([401, 422]).toContain((await call(server, path, { origin: null, headers })).status);
  });

  test('is named in the log by its id, and its secret never is', async () => {
    const token = makeToken(server);
    const { headers } = await callAs(server, token, '/api/leads');
    const [line] = await server.printed(new RegExp(`^.*${headers.get('x-request-id')}.*$`, 'm'));
    expect(JSON.parse(line)).toMatchObject({ event: 'request', status: 200, token: token.id });
    expect(server.output()).not.toContain(token.secret);
  });

  test('opens no page', async () => {
    const { secret } = makeToken(server);
    const headers = { authorization: `Bearer ${secret}` };
    for (const path of ['/panel', '/users/tokens'])
      expect((await call(server, path, { headers })).headers.get('location')).toMatch(/^\/login/);
  });

  test('without any credentials is told which ones are wanted', async () => {
    const { status, headers } = await call(server, '/api/leads');
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
  });

  test('is noted with its time and address, at most once a minute', async () => {
    const token = makeToken(server);
    await callAs(server, token, '/api/leads');
    const first = await listed(token.id);
    expect(Date.now() - Date.parse(first.last_used_at)).toBeLessThan(60_000);
    expect(first.last_address).toMatch(/127\.0\.0\.1|::1/);
    await callAs(server, token, '/api/leads');
    await callAs(other, token, '/api/leads');
    expect(await listed(token.id)).toEqual(first);
    const earlier = new Date(Date.now() - 61_000).toISOString();
    withDatabase(server, (db) =>
      db.prepare('UPDATE api_tokens SET last_used_at = ? WHERE id = ?').run(earlier, token.id),
    );
    await callAs(server, token, '/api/leads');
    expect((await listed(token.id)).last_used_at > earlier).toBe(true);
  });

  test('is answered while its use cannot be noted', async () => {
    const token = makeToken(server);
    withDatabase(server, (db) =>
      db.exec(`CREATE TRIGGER refuse BEFORE UPDATE OF last_used_at ON api_tokens BEGIN SELECT RAISE(ABORT, 'no'); END`),
    );
    expect((await callAs(server, token, '/api/leads')).status).toBe(200);
    withDatabase(server, (db) => db.exec('DROP TRIGGER refuse'));
  });
});

describe('what a program does', () => {
  test('stands in histories under its token’s name, also after it was revoked', async () => {
    const { token, secret } = await create({ name: 'Robot de WhatsApp' });
    const { id } = await makeLead(server, staff);
    await callAs(server, { secret }, `/api/leads/${id}`, { method: 'PATCH', body: { estado: 'contactado' } });
    await callAs(server, { secret }, `/api/leads/${id}/notes`, { body: { body: 'Respondió que sí' } });
    await asAdmin(`/api/tokens/${token.id}`, { method: 'DELETE' });
    const { notes } = (await asAdmin(`/api/leads/${id}/notes`)).json;
    expect(notes).toMatchObject([{ body: 'Respondió que sí', author_name: 'Robot de WhatsApp' }]);
    const { events } = (await asAdmin(`/api/leads/${id}/timeline`)).json;
    expect(events.map((event: { actor_name: string }) => event.actor_name).slice(0, 2)).toEqual([
      'Robot de WhatsApp',
      'Robot de WhatsApp',
    ]);
  });

  test('stands in the audit, where it changes agencies and agents', async () => {
    const program = makeToken(server, { name: 'Facturación' });
    const companyId = makeCompany(server);
    const body = { name: 'Luz', email: 'luz@x.example.com' };
    const { json } = await callAs(server, program, `/api/companies/${companyId}/agents`, { body });
    expect((await callAs(server, program, `/api/agents/${json.agent.id}`, { method: 'DELETE' })).status).toBe(204);
    const { events } = (await asAdmin(`/api/audit?persona=${program.id}`)).json;
    expect(events).toMatchObject([
      { type: 'agent_deleted', actor_email: 'Facturación', actor_id: program.id },
      { type: 'agent_added', actor_email: 'Facturación' },
    ]);
    const only = await asAdmin(`/users?vista=registro&persona=${program.id}`);
    expect(only.text).toContain('Facturación');
  });

  test('never makes a lead its own, and a new one goes to the team like an enquiry', async () => {
    const program = makeToken(server);
    const made = await callAs(server, program, '/api/leads', {
      body: { nombre: 'Iris', email: 'iris@x.example.com' },
    });
    expect(made.json.lead).toMatchObject({ source: 'api', owner_id: null });
    const { id } = made.json.lead;
    const changed = await callAs(server, program, `/api/leads/${id}`, {
      method: 'PATCH',
      body: { next_contact_on: '2090-01-01' },
    });
    expect(changed.json.lead).toMatchObject({ next_contact_on: '2090-01-01', owner_id: null });
    const watched = () =>
      withDatabase(server, (db) => db.prepare('SELECT count(*) FROM lead_watches WHERE lead_id = ?').pluck().get(id));
    // A program's note on a new lead does not count as attending to it.
    await callAs(server, program, `/api/leads/${id}/notes`, { body: { body: 'Puntaje: 80' } });
    expect(watched()).toBe(1);
    const body = { estado: 'contactado' };
    await callAs(server, program, `/api/leads/${id}`, { method: 'PATCH', body });
    expect(watched()).toBe(0);
  });

  test('is not among the people: nobody signs in with it, gives it leads, or changes it as an account', async () => {
    const program = makeToken(server, { name: 'Sin cuenta' });
    for (const path of ['/api/team', '/api/staff']) expect((await asAdmin(path)).text).not.toContain('Sin cuenta');
    const { id } = await makeLead(server, staff);
    const given = { method: 'PATCH', body: { owner_id: program.id } };
    expect((await asAdmin(`/api/leads/${id}`, given)).status).toBe(422);
    const path = `/api/profiles/${program.id}`;
    expect((await asAdmin(path, { method: 'PATCH', body: { status: 'active' } })).status).toBe(404);
    for (const action of ['deleteUser', 'resetPassword']) {
      const { status } = await asAdmin('/api/manage-users', { body: { action, userId: program.id } });
      expect(status, action).toBe(404);
    }
    const body = { action: 'getUserEmails', userIds: [program.id] };
    expect((await asAdmin('/api/manage-users', { body })).json.emails).toEqual({});
    const signIn = { email: `token:${program.id}`, password: '' };
    expect((await call(server, '/api/auth/sign-in', { body: signIn })).status).toBe(422);
  });
});

describe('a program’s note', () => {
  test('is the program’s to edit, and an administrator’s to delete and bring back', async () => {
    const program = makeToken(server);
    const another = makeToken(server);
    const { id: leadId } = await makeLead(server, staff);
    const text = { body: { body: 'Respondió que sí' } };
    const { id } = (await callAs(server, program, `/api/leads/${leadId}/notes`, text)).json.note;
    const edit = { method: 'PATCH', body: { body: 'Respondió que no' } };
    expect((await callAs(server, program, `/api/notes/${id}`, edit)).json.note.body).toBe('Respondió que no');
    expect((await asAdmin(`/api/notes/${id}`, edit)).status).toBe(404);
    expect((await callAs(server, another, `/api/notes/${id}`, { method: 'DELETE' })).status).toBe(404);
    const byStaff = { method: 'DELETE', cookie: staff.cookie };
    expect((await call(server, `/api/notes/${id}`, byStaff)).status).toBe(404);
    expect((await asAdmin(`/api/notes/${id}`, { method: 'DELETE' })).status).toBe(204);
    const back = await asAdmin(`/api/notes/${id}/restore`, { method: 'POST' });
    expect([back.status, back.json.note.body]).toEqual([200, 'Respondió que no']);
  });
});

describe('a program’s Idempotency-Key', () => {
  const press = (program: { secret: string }, path: string, body: unknown, key: string, on = server) =>
    callAs(on, program, path, { body, headers: { 'idempotency-key': key } });

  test('is any text, quoted or not, and makes one thing of one address', async () => {
    const program = makeToken(server);
    const lead = { nombre: 'Una', email: 'una@x.example.com' };
    const answers = await Promise.all([
      press(program, '/api/leads', lead, 'ejecucion-4711'),
      press(program, '/api/leads', lead, '"ejecucion-4711"', other),
      press(program, '/api/leads', lead, 'ejecucion-4711', other),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const [id, ...more] = new Set(answers.map(({ json }) => json.lead.id));
    expect(more).toEqual([]);
    const different = await press(program, '/api/leads', { ...lead, nombre: 'Dos' }, 'ejecucion-4711');
    expect([different.status, different.json.error.code]).toEqual([422, 'already_made']);
    // The same execution may also write a note, and keys are per program.
    expect((await press(program, `/api/leads/${id}/notes`, { body: 'Hola' }, 'ejecucion-4711')).status).toBe(201);
    const others = await press(makeToken(server), '/api/leads', lead, 'ejecucion-4711');
    expect(others.json.lead.id).not.toBe(id);
  });

  test('can take a change of many leads back', async () => {
    const program = makeToken(server);
    const { id } = await makeLead(server, staff);
    const body = { ids: [id], change: { estado: 'contactado' } };
    const { json } = await press(program, '/api/leads/bulk', body, randomUUID());
    expect(json).toMatchObject({ changed: 1 });
    const undone = await callAs(server, program, '/api/leads/bulk/undo', { body: { undo: json.undo } });
    expect(undone.json).toMatchObject({ restored: 1 });
  });

  test('with spaces or without anything is refused', async () => {
    for (const key of ['con espacio', '""', 'x'.repeat(256)]) {
      const { status } = await press(makeToken(server), '/api/leads', { nombre: 'A', email: 'a@x.co' }, key);
      expect(status, key).toBe(400);
    }
  });
});

describe('limits', () => {
  let limited: TestServer;
  beforeAll(async () => {
    // Ten calls a minute per token, one wrong token per address.
    const env = {
      DATABASE_PATH: server.databasePath,
      MAIL_DIR: server.mailDir,
      RATE_LIMIT_SCALE: String(1 / 60),
    };
    limited = await startServer({ env });
  });
  afterAll(() => limited.stop());

  test('each token has its own budget, and is told when to go on', async () => {
    const [one, two] = [makeToken(server), makeToken(server)];
    for (let left = 9; left >= 0; left--) {
      // Refused calls count too and report the remainder.
      const answer = await callAs(limited, one, left % 2 ? '/api/leads' : '/api/audit');
      expect(answer.status).toBe(left % 2 ? 200 : 403);
      expect(answer.headers.get('ratelimit-policy')).toBe('"default";q=10;w=60');
      expect(answer.headers.get('ratelimit')).toMatch(new RegExp(`^"default";r=${left};t=(\\d|[1-5]\\d|60)$`));
    }
    const { status, headers, json } = await callAs(limited, one, '/api/leads');
    expect([status, json.error.code]).toEqual([429, 'too_many']);
    expect(headers.get('ratelimit')).toMatch(/^"default";r=0;t=\d+$/);
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await callAs(limited, two, '/api/leads')).status).toBe(200);
  });

  test('who is refused again and again is summed in the log, with their name', async () => {
    const flooded = await startServer({
      env: { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir, RATE_LIMIT_SCALE: '0.1' },
    });
    await inParallel(Array.from({ length: 30 }).keys(), async () => {
      const { status } = await call(flooded, '/api/tokens', { cookie: staff.cookie });
      expect(status).toBe(403);
    });
    await flooded.stop();
    const lines = flooded
      .output()
      .split('\n')
      .filter((line) => line.includes('"status":403'))
      .map((line) => JSON.parse(line));
    // At a tenth of the usual scale two refusals of a kind are listed, the rest summed up.
    expect(lines).toMatchObject([
      { event: 'request', path: '/api/tokens', user: staff.id },
      { event: 'request', path: '/api/tokens', user: staff.id },
      { event: 'requests_refused', count: 28, user: staff.id, address: '127.0.0.1' },
    ]);
  });

  test('wrong tokens cost their sender, and never a token', async () => {
    const wrong = () => callAs(limited, { secret: `ai_live_${'A'.repeat(43)}` }, '/api/leads');
    expect((await wrong()).status).toBe(401);
    const { status, headers } = await wrong();
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect((await callAs(limited, makeToken(server), '/api/leads')).status).toBe(200);
  });
});
