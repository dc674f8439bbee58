import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makePerson, openSession, PASSWORD, type Person, writePasskey } from '../../support/accounts';
import { startWithClock } from '../../support/clock';
import { makeCompany } from '../../support/companies';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { inParallel } from '../../support/in-parallel';
import { waitForMail } from '../../support/mail';
import { makeSubscription } from '../../support/notices';
import { codeOf, cookieIn, setUpTotp } from '../../support/second-factor';
import type { TestServer } from '../../support/server';

const NOBODY = '00000000-0000-4000-8000-000000000000';

/** A new address per call. */
const invitation = () => ({ email: `${crypto.randomUUID()}@x.example.com`, role: 'staff' });

type Confirmed = { body?: unknown; status: number; of?: (person: Person) => void };

/**
 * Every call that requires a recent proof of identity: its body, the status for callers who have proved it, and what
 * makes it ask them.
 */
const CONFIRMED: Record<string, Confirmed> = {
  'GET /api/auth/confirm': { status: 204 },
  'GET /api/leads/export': { status: 200 },
  // One above the limit of 50.
  'POST /api/leads/bulk': {
    body: { ids: Array.from({ length: 51 }, (_, n) => 987_654_321 + n), change: { deleted: true } },
    status: 200,
  },
  'GET /api/companies/export': { status: 200 },
  'GET /api/agents/export': { status: 200 },
  'GET /api/leads/[id]/person': { status: 404 },
  'POST /api/leads/[id]/erase': { body: { confirm: 'ana@x.example.com' }, status: 404 },
  'GET /api/imports/[id]/[file]': { status: 404 },
  // JSON is no file.
  'POST /api/imports': { body: {}, status: 415 },
  'POST /api/imports/[id]/undo': { status: 404 },
  'POST /api/account/passkeys': {
    body: {
      ...{ id: 'x', rawId: 'x', type: 'public-key', name: 'Una' },
      response: { clientDataJSON: 'x', attestationObject: 'x' },
    },
    status: 401,
  },
  'POST /api/account/passkeys/options': { status: 200 },
  'DELETE /api/account/passkeys/[id]': { status: 404 },
  'POST /api/team/invitations': {
    body: invitation,
    status: 201,
  },
  'POST /api/team/invitations/[id]/resend': { status: 404 },
  'PATCH /api/profiles/[id]': { body: { status: 'suspended' }, status: 404 },
  'PATCH /api/companies/[id]': { body: { status: 'inactive' }, status: 404 },
  // Not the present one, so that each of the calls finds it unchanged.
  'POST /api/auth/password': {
    body: { current: 'otra cosa', password: 'siete barcos rojos' },
    status: 422,
    of: (person) => writePasskey(server, person, 'La mía'),
  },
  'POST /api/team/invitations/[id]/link': { status: 404 },
  'POST /api/team/[id]/link': { status: 404 },
  'PATCH /api/team/[id]': { body: { role: 'staff' }, status: 404 },
  'POST /api/account/totp': { body: { password: PASSWORD }, status: 200 },
  'DELETE /api/account/totp': { body: { password: PASSWORD }, status: 204 },
  'POST /api/account/totp/confirm': { body: { code: '123456' }, status: 422 },
  'POST /api/account/totp/recovery-codes': { body: { password: PASSWORD }, status: 409 },
  'POST /api/team/[id]/reset-second-factor': { status: 404 },
  'POST /api/account/calendar': { status: 201 },
  'POST /api/push/subscriptions': { body: makeSubscription, status: 201 },
  'POST /api/tokens': { body: { name: 'n8n', scope: 'read' }, status: 201 },
  'DELETE /api/tokens/[id]': { status: 404 },
  'POST /api/tokens/[id]/confirm': { status: 404 },
  'POST /api/calendars/[id]/confirm': { status: 404 },
  'DELETE /api/calendars/[id]': { status: 404 },
  'POST /api/devices/[id]/confirm': { status: 404 },
  'DELETE /api/devices/[id]': { status: 404 },
  'POST /api/webhooks': { body: { url: 'https://127.0.0.1/', events: ['lead.created'] }, status: 422 },
  'PATCH /api/webhooks/[id]': { body: { active: false }, status: 404 },
  'DELETE /api/webhooks/[id]': { status: 404 },
  'POST /api/webhooks/[id]/rotate': { status: 404 },
  'POST /api/webhooks/[id]/confirm': { status: 404 },
  // Without its secrets, and without a connection.
  'PUT /api/whatsapp': { body: { phone_number_id: '106540352242922' }, status: 422 },
  'DELETE /api/whatsapp': { status: 404 },
  'POST /api/whatsapp/confirm': { status: 404 },
  'POST /api/manage-users': { body: { action: 'deleteUser', userId: NOBODY }, status: 404 },
};

/** Calls that take much data away or decide on access: export, erasure, factors, roles, tokens, webhooks. */
const SOUNDS_LIKE_IT =
  /export|imports\/\[id\]\/\[file|imports$|\/person$|erase|totp|passkeys|recovery-codes|second-factor|link$|tokens|webhooks|invitations$|calendar|push\/sub|api\/whatsapp$/;
/** Matches the pattern above, but needs no proof. */
const EXEMPT: Record<string, string> = {
  'GET /api/leads/[id]/erase': 'says only how much there is',
  'PATCH /api/account/passkeys/[id]': 'changes only what it is called',
  'POST /api/webhooks/[id]/test': 'tells a destination nothing about anybody',
  'POST /api/auth/second-factor': 'is a part of signing in',
  'PATCH /api/whatsapp': 'only says what happens to a lead that was written to',
  'DELETE /api/account/calendar': 'only takes away',
  'PATCH /api/push/subscriptions': 'says only that a device is in use',
  'DELETE /api/push/subscriptions': 'only silences',
  'DELETE /api/push/subscriptions/[id]': 'only silences',
};

type Route = { name: string; asks: boolean };

/** Every route's method, and whether its endpoint asks for a proof, beyond the hourly budget of single deletions. */
function findRoutes(): Route[] {
  return readdirSync('src/pages/api', { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .flatMap((entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = file.replace(/^src\/pages|(\/index)?\.ts$/g, '');
      const [, ...endpoints] = readFileSync(file, 'utf8').split(/^export const (?=[A-Z]+\b)/m);
      return endpoints.map((text) => ({
        name: `${/^[A-Z]+/.exec(text)?.[0]} ${path}`,
        asks: /\b(confirmed|deletes): (?!1\b)/.test(text),
      }));
    });
}

let server: TestServer;
let clock: Omit<Awaited<ReturnType<typeof startWithClock>>, 'server'>;
beforeAll(async () => {
  ({ server, ...clock } = await startWithClock());
});
afterAll(() => server.stop());

const MINUTE_MS = 60_000;

/** As if the person had signed in so many minutes before. */
function age(person: Person, minutes: number, now = Date.now()): void {
  const then = new Date(now - minutes * MINUTE_MS).toISOString();
  withDatabase(server, (db) =>
    db.prepare('UPDATE sessions SET created_at = ?, confirmed_at = NULL WHERE user_id = ?').run(then, person.id),
  );
}

const confirm = (cookie: string, password = PASSWORD) =>
  call(server, '/api/auth/confirm', { body: { password }, cookie });
const newCookie = (headers: Headers) => headers.get('set-cookie')?.split(';')[0] ?? '';
const confirmationsOf = ({ id }: Person) =>
  withDatabase(server, (db) =>
    db
      .prepare("SELECT type, to_value FROM audit_events WHERE type LIKE 'confirm%' AND actor_id = ? ORDER BY id")
      .raw()
      .all(id),
  );

test('the calls that ask for a recent proof are these, and whatever sounds like one is among them', () => {
  const routes = findRoutes();
  const asking = routes.filter(({ asks }) => asks).map(({ name }) => name);
  expect(asking.sort()).toEqual(Object.keys(CONFIRMED).sort());
  const sounding = routes.map(({ name }) => name).filter((name) => SOUNDS_LIKE_IT.test(name));
  const reading = (name: string) =>
    /^GET .*(tokens|webhooks|passkeys|totp|invitations|calendar|subscriptions|whatsapp)$/.test(name);
  expect(sounding.filter((name) => !(name in CONFIRMED) && !(name in EXEMPT) && !reading(name))).toEqual([]);
});

test('each asks who is there five minutes after signing in, and goes on once that is answered', async () => {
  const answers: Record<string, unknown> = {};
  const now = Date.now();
  await clock.stand(now);
  await inParallel(Object.entries(CONFIRMED), async ([route, { body, of }]) => {
    const [method = '', path = ''] = route.split(' ');
    const id = /team|tokens|passkeys|profiles|calendars/.test(path) ? NOBODY : '987654321';
    const send = (cookie: string) =>
      call(server, path.replace('[id]', id).replace('[file]', 'rejected.csv'), {
        method,
        cookie,
        ...(body !== undefined && { body: typeof body === 'function' ? body() : body }),
      });
    const admin = makePerson(server, { roles: ['admin'] });
    of?.(admin);
    age(admin, 5, now);
    const before = await send(admin.cookie);
    age(admin, 5, now - 1);
    const asked = await send(admin.cookie);
    const { headers } = await confirm(admin.cookie);
    const after = await send(newCookie(headers));
    answers[route] = [before.status, asked.status, asked.json?.error, after.status];
  });
  await clock.jump(0);
  const error = { code: 'step_up', message: expect.stringContaining('Confirmá que sos vos') };
  const expected = Object.entries(CONFIRMED).map(([route, { status }]) => [route, [status, 403, error, status]]);
  expect(answers).toEqual(Object.fromEntries(expected));
});

test('a link to a file that a browser follows by itself leads to a page that asks, and no program to one', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  age(admin, 60);
  const follow = (accept: string) =>
    call(server, '/api/leads/export?q=a%26b&format=xlsx', { cookie: admin.cookie, headers: { accept } });
  const page = await follow('text/html,application/xhtml+xml,*/*;q=0.8');
  expect([page.status, page.headers.get('content-type')]).toEqual([403, expect.stringContaining('text/html')]);
  expect(page.headers.get('cache-control')).toBe('no-store');
  expect(page.text).toContain('href="/api/leads/export?q=a%26b&amp;format=xlsx"');
  expect((await follow('*/*')).json.error.code).toBe('step_up');
});

test('what needs no proof beside it asks for none', async () => {
  const admin = makePerson(server, { roles: ['admin'] });
  const colleague = makePerson(server);
  age(admin, 60);
  const turn = { method: 'PATCH', cookie: admin.cookie, body: { takes_leads: false } };
  expect((await call(server, `/api/team/${colleague.id}`, turn)).status).toBe(200);
  const plan = { method: 'PATCH', cookie: admin.cookie, body: { plan: 'PRO' } };
  expect((await call(server, `/api/companies/${makeCompany(server)}`, plan)).status).toBe(200);
  const emails = { cookie: admin.cookie, body: { action: 'getUserEmails', userIds: [colleague.id] } };
  expect((await call(server, '/api/manage-users', emails)).status).toBe(200);
});

describe('confirming', () => {
  test('gives the session another token: the cookie of before opens nothing, and the session goes on as it was', async () => {
    const person = makePerson(server);
    age(person, 60);
    const answer = await confirm(person.cookie);
    expect(answer.status).toBe(204);
    const [set = ''] = answer.headers.getSetCookie();
    expect(set).toMatch(/^sid=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(Number(/Max-Age=(\d+)/.exec(set)?.[1])).toBeLessThanOrEqual(14 * 24 * 3600);
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
    const cookie = newCookie(answer.headers);
    const { sessions } = (await call(server, '/api/sessions', { cookie })).json;
    expect(sessions).toHaveLength(1);
    expect(Date.now() - Date.parse(sessions[0].created_at)).toBeGreaterThan(59 * 60_000);
  });

  test('counts for this session only', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    const other = openSession(server, person.id);
    age(person, 60);
    expect((await confirm(person.cookie)).status).toBe(204);
    expect((await call(server, '/api/leads/export', { cookie: other })).status).toBe(403);
    const wrong = await confirm(other, 'otra cosa');
    expect([wrong.status, wrong.json.error.fields]).toEqual([422, { password: expect.any(String) }]);
    expect(confirmationsOf(person)).toEqual([
      ['confirmed', 'password'],
      ['confirmation_failed', 'password'],
    ]);
  });

  test('takes the factor where one is set: the password says nothing any more, and each code counts once', async () => {
    const person = makePerson(server, { roles: ['admin'] });
    const { secret, codes, cookie: first } = await setUpTotp(server, person);
    age(person, 60);
    const asked = await call(server, '/api/auth/confirm', { cookie: first });
    expect([asked.status, asked.json.error]).toEqual([
      403,
      expect.objectContaining({ code: 'step_up', second_factor: ['totp', 'recovery'] }),
    ]);
    const prove = (body: object, cookie: string) => call(server, '/api/auth/confirm', { body, cookie });
    for (const password of [PASSWORD, 'otra cosa']) {
      const refused = await prove({ password }, first);
      expect([refused.status, refused.json.error.code]).toEqual([403, 'step_up']);
    }
    const wrong = await prove({ code: '000000' }, first);
    expect([wrong.status, wrong.json.error.fields]).toEqual([422, { code: expect.any(String) }]);
    expect((await call(server, '/api/auth/confirm', { cookie: first })).status).toBe(403);
    const code = codeOf(secret);
    const byCode = await prove({ code }, first);
    expect(byCode.status, byCode.text).toBe(204);
    const second = cookieIn(byCode, 'sid');
    expect((await call(server, '/api/auth/confirm', { cookie: second })).status).toBe(204);
    expect((await prove({ code }, second)).status, 'used').toBe(422);
    const recovery_code = codes[3] ?? '';
    const byRecovery = await prove({ recovery_code }, second);
    const third = cookieIn(byRecovery, 'sid');
    expect((await prove({ recovery_code }, third)).json.error.fields).toEqual({
      recovery_code: expect.any(String),
    });
    expect((await prove({ code, recovery_code }, third)).status, 'both').toBe(422);
    expect((await waitForMail(server, person.email, 2)).headers.subject).toContain('código de recuperación');
    expect(confirmationsOf(person)).toEqual([
      ['confirmation_failed', 'totp'],
      ['confirmed', 'totp'],
      ['confirmation_failed', 'totp'],
      ['confirmed', 'recovery'],
      ['confirmation_failed', 'recovery'],
    ]);
  });

  test('is nothing that a change of factors does in passing, which gives another token, too', async () => {
    const person = makePerson(server);
    const { cookie } = await setUpTotp(server, person);
    age(person, 1);
    const proof = () =>
      withDatabase(server, (db) =>
        db.prepare('SELECT coalesce(confirmed_at, created_at) FROM sessions WHERE user_id = ?').pluck().get(person.id),
      );
    const before = proof();
    const renewed = await call(server, '/api/account/totp/recovery-codes', { cookie, body: { password: PASSWORD } });
    expect([renewed.status, cookieIn(renewed, 'sid') === cookie]).toEqual([200, false]);
    expect(proof()).toBe(before);
  });

  test('twice at once leaves one token that works', async () => {
    const person = makePerson(server);
    const answers = await Promise.all([confirm(person.cookie), confirm(person.cookie)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
    const right = answers.find(({ status }) => status === 204);
    const cookie = newCookie(right?.headers ?? new Headers());
    expect((await call(server, '/api/leads', { cookie })).status).toBe(200);
  });

  test('does not count once its clock is put back', async () => {
    const admin = makePerson(server, { roles: ['admin'] });
    age(admin, -60);
    expect((await call(server, '/api/leads/export', { cookie: admin.cookie })).status).toBe(403);
  });
});
