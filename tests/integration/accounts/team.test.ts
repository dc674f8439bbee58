import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { makePerson, PASSWORD, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { waitForMail } from '../../support/mail';
import { provideServer } from '../../support/provide';

let admin: Person;
const server = provideServer();
beforeEach(() => {
  admin = makePerson(server, { roles: ['admin'] });
});
afterEach(() => {
  withDatabase(server, (db) => db.prepare('DELETE FROM users').run());
});

const setRole = (id: string, role: string, by = admin) =>
  call(server, `/api/team/${id}`, { method: 'PATCH', body: { role }, cookie: by.cookie });
const setStatus = (id: string, status: string, by = admin) =>
  call(server, `/api/profiles/${id}`, { method: 'PATCH', body: { status }, cookie: by.cookie });
const opens = async (person: Person) => (await call(server, '/api/sessions', { cookie: person.cookie })).status === 200;
const countAdmins = () =>
  withDatabase(server, (db) =>
    db
      .prepare(
        `SELECT count(*) FROM user_roles JOIN profiles ON profiles.id = user_id
         WHERE role = 'admin' AND status = 'active'`,
      )
      .pluck()
      .get(),
  );

describe('the team', () => {
  test('is the provider’s own people, those who wait first; coordinators are not in it', async () => {
    makePerson(server, { name: 'Ana' });
    makePerson(server, { name: 'Zoe', status: 'pending' });
    const companyId = withDatabase(server, (db) =>
      Number(
        db.prepare("INSERT INTO companies (name, created_at) VALUES ('Casa', ?)").run(new Date().toISOString())
          .lastInsertRowid,
      ),
    );
    makePerson(server, { name: 'Coordinadora', roles: ['coordinator'], companyId });
    const { json } = await call(server, '/api/team', { cookie: admin.cookie });
    expect(json.members.map(({ name }: { name: string }) => name)).toEqual(['Zoe', 'Ana', admin.name]);
    expect(Object.keys(json.members[0]).sort()).toEqual([
      'awaits_link',
      'created_at',
      'email',
      'id',
      'name',
      'roles',
      'second_factor',
      'status',
      'tokens',
    ]);
    const coordinator = withDatabase(server, (db) =>
      db.prepare("SELECT user_id FROM user_roles WHERE role = 'coordinator'").pluck().get(),
    ) as string;
    expect((await setRole(coordinator, 'admin')).status).toBe(404);
  });
});

describe('a role', () => {
  test('is given and taken, ends the sessions and is told by mail', async () => {
    const person = makePerson(server);
    const given = await setRole(person.id, 'admin');
    expect(given.json.member).toMatchObject({ id: person.id, roles: ['admin'] });
    expect(await opens(person)).toBe(false);
    expect((await waitForMail(server, person.email)).headers.subject).toBe('Cambiaron tus permisos');
    expect((await setRole(person.id, 'staff')).json.member.roles).toEqual([]);
  });

  test('stays where it is without ending anything when it does not change', async () => {
    const person = makePerson(server);
    expect((await setRole(person.id, 'staff')).status).toBe(200);
    expect(await opens(person)).toBe(true);
  });

  test('is not given to whoever is waiting for approval or suspended', async () => {
    for (const status of ['pending', 'suspended'] as const) {
      const person = makePerson(server, { status });
      expect((await setRole(person.id, 'admin')).json.error?.code, status).toBe('inactive_member');
    }
  });
});

describe('the last active administrator', () => {
  test('can be neither demoted, suspended nor turned down', async () => {
    makePerson(server, { roles: ['admin'], status: 'suspended' });
    for (const answer of [
      await setRole(admin.id, 'staff'),
      await setStatus(admin.id, 'suspended'),
      await setStatus(admin.id, 'disabled'),
    ]) {
      expect([answer.status, answer.json.error.code]).toEqual([409, 'last_admin']);
    }
    expect(await opens(admin)).toBe(true);
    expect(countAdmins()).toBe(1);
  });

  test('remains when two demote each other at once', async () => {
    for (let round = 0; round < 5; round++) {
      const second = makePerson(server, { roles: ['admin'] });
      const answers = await Promise.all([setRole(second.id, 'staff', admin), setRole(admin.id, 'staff', second)]);
      expect(countAdmins()).toBe(1);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      if (answers[1]?.status === 200) admin = second;
    }
  });
});

describe('a status', () => {
  test('suspended ends the sessions and voids the links; active brings back', async () => {
    const person = makePerson(server);
    await call(server, '/api/auth/recover', { body: { email: person.email } });
    await waitForMail(server, person.email);
    const suspended = await setStatus(person.id, 'suspended');
    expect(suspended.json.profile).toEqual({
      id: person.id,
      name: person.name,
      status: 'suspended',
      company_id: null,
      created_at: expect.any(String),
    });
    expect(await opens(person)).toBe(false);
    expect(
      withDatabase(server, (db) =>
        db.prepare('SELECT count(*) FROM one_time_tokens WHERE user_id IS NOT NULL').pluck().get(),
      ),
    ).toBe(0);
    expect((await setStatus(person.id, 'active')).json.profile.status).toBe('active');
    expect(await opens(person)).toBe(false);
  });

  test('that nobody is given by hand is refused', async () => {
    const { id } = makePerson(server);
    for (const status of ['pending', 'borrado', '']) expect((await setStatus(id, status)).status, status).toBe(422);
  });

  test('of nobody is 404, also for what is no id', async () => {
    for (const id of [crypto.randomUUID(), 'x', '1', '..%2Fteam']) {
      expect((await setStatus(id, 'suspended')).status).toBe(404);
    }
  });
});

describe('the audit', () => {
  test('tells who changed what of whom, to administrators only, and holds no secret', async () => {
    const person = makePerson(server);
    await setStatus(person.id, 'suspended');
    await call(server, '/api/auth/sign-in', { body: { email: person.email, password: 'equivocada' } });
    const { json, text } = await call(server, '/api/audit', { cookie: admin.cookie });
    expect(json.events[0]).toMatchObject({
      type: 'sign_in_failed',
      actor_email: null,
      subject_email: person.email,
      to_value: 'invalid_credentials',
      address: expect.stringMatching(/127\.0\.0\.1|::1/),
    });
    expect(json.events[1]).toMatchObject({
      type: 'status_changed',
      actor_email: admin.email,
      subject_email: person.email,
      from_value: 'active',
      to_value: 'suspended',
    });
    expect(text).not.toContain('equivocada');
    expect((await call(server, '/api/audit', { cookie: makePerson(server).cookie })).status).toBe(403);
  });

  test('tells of one person alone what they did and what was done to their account', async () => {
    const person = makePerson(server);
    await setStatus(person.id, 'suspended');
    await setStatus(person.id, 'active');
    await call(server, '/api/auth/sign-in', { body: { email: person.email, password: PASSWORD } });
    await setStatus(makePerson(server).id, 'suspended');
    const { json } = await call(server, `/api/audit?persona=${person.id}`, { cookie: admin.cookie });
    const acts = json.events.map((event: { type: string; to_value: string }) => [event.type, event.to_value]);
    expect(acts).toEqual([
      ['sign_in', 'password'],
      ['status_changed', 'active'],
      ['status_changed', 'suspended'],
    ]);
    const nobody = await call(server, '/api/audit?persona=nadie', { cookie: admin.cookie });
    expect(nobody.json).toEqual({ events: [], next_cursor: null });
  });

  test('is read fifty at a time, each entry once, also while more come in', async () => {
    withDatabase(server, (db) => {
      db.prepare('DELETE FROM audit_events').run();
      const insert = db.prepare("INSERT INTO audit_events (type, created_at) VALUES ('sign_out', ?)");
      for (let n = 0; n < 120; n++) insert.run(new Date().toISOString());
    });
    const ids: number[] = [];
    let cursor: number | null = null;
    do {
      const page = await call(server, `/api/audit${cursor ? `?cursor=${cursor}` : ''}`, {
        cookie: admin.cookie,
      });
      ids.push(...page.json.events.map(({ id }: { id: number }) => id));
      cursor = page.json.next_cursor;
      await call(server, '/api/auth/sign-in', {
        body: { email: 'x@x.example.com', password: 'nada de nada' },
      });
    } while (cursor);
    expect(ids).toHaveLength(120);
    expect(new Set(ids).size).toBe(120);
  });
});
