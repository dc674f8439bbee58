import { describe, expect, test } from 'vitest';
import { makePerson, type Person } from '../../support/accounts';
import { withDatabase } from '../../support/database';
import { call } from '../../support/http';
import { providePerson, provideServer } from '../../support/provide';

const server = provideServer();
const admin = providePerson(server, { roles: ['admin'] });

const TEAM = {
  email: 'digest',
  days: [1, 2, 3, 4, 5],
  opens: '09:00',
  closes: '18:00',
  insist_after: 5,
  alarm_after: 15,
};
const own = ({ cookie }: Person, body?: unknown) =>
  call(server, '/api/account/notices', { cookie, ...(body !== undefined && { method: 'PATCH', body }) });
const team = (body?: unknown) =>
  call(server, '/api/team/notices', {
    cookie: admin.cookie,
    ...(body !== undefined && { method: 'PATCH', body }),
  });

describe('one’s own notices', () => {
  test('are the team’s until one chooses', async () => {
    const ana = makePerson(server);
    const bruno = makePerson(server);
    expect((await own(ana)).json).toEqual({
      email: 'digest',
      weekly: false,
      troubles: true,
      push: true,
    });
    const chosen = {
      email: 'none',
      weekly: true,
      troubles: false,
      push: false,
    };
    expect((await own(ana, chosen)).json).toEqual(chosen);
    expect((await team({ ...TEAM, email: 'each' })).status).toBe(200);
    expect((await own(ana)).json).toEqual(chosen);
    expect((await own(bruno)).json).toMatchObject({ email: 'each' });
  });

  test('change one by one', async () => {
    const ana = makePerson(server);
    expect((await own(ana, { email: 'each' })).json).toMatchObject({ email: 'each', push: true });
    expect((await own(ana, { push: false })).json).toMatchObject({ email: 'each', push: false });
    expect((await own(ana, { weekly: true })).json).toMatchObject({ push: false, weekly: true });
  });

  test.each([
    [{ email: 'siempre' }, 'email', /^Por correo: /],
    [{ push: 1 }, 'push', /sí o no/],
    [{ weekly: 'lunes' }, 'weekly', /sí o no/],
  ])('%j is refused by name', async (change, field, sentence) => {
    const { status, json } = await own(makePerson(server), change);
    expect(status).toBe(422);
    expect(json.error.fields[field]).toMatch(sentence);
  });

  test('a change of nothing, or of something unknown, is none', async () => {
    expect((await own(makePerson(server), {})).status).toBe(422);
    expect((await own(makePerson(server), { email: 'each', status: 'active' })).status).toBe(422);
  });
});

describe('the team’s', () => {
  test('are kept as they were given, and stand in the audit', async () => {
    const given = { ...TEAM, days: [7, 1], opens: '08:30', closes: '12:00', insist_after: 2, alarm_after: 3 };
    const stored = { ...given, days: [1, 7], zone: 'America/Argentina/Buenos_Aires' };
    expect((await team(given)).json).toEqual(stored);
    expect((await team()).json).toEqual(stored);
    expect((await team({ ...given, days: [] })).json.days).toEqual([]);
    const kept = withDatabase(server, (db) =>
      db.prepare("SELECT actor_id FROM audit_events WHERE type = 'notices_changed'").pluck().all(),
    );
    expect(new Set(kept)).toEqual(new Set([admin.id]));
  });

  test('hours are those of the place of whoever saves them', async () => {
    const at = (zone: string) =>
      call(server, '/api/team/notices', { method: 'PATCH', cookie: `${admin.cookie}; zona=${zone}`, body: TEAM });
    expect((await at('America/Santiago')).json.zone).toBe('America/Santiago');
    expect((await at('Marte')).json.zone).toBe('America/Santiago');
    expect((await team(TEAM)).json.zone).toBe('America/Santiago');
  });

  test.each([
    [{ days: [0] }, 'days'],
    [{ days: [1, 1] }, 'days'],
    [{ days: 'lunes' }, 'days'],
    [{ opens: '9' }, 'opens'],
    [{ opens: '25:00' }, 'opens'],
    [{ closes: '' }, 'closes'],
    [{ opens: '18:00' }, 'closes'],
    [{ insist_after: 0 }, 'insist_after'],
    [{ insist_after: 2.5 }, 'insist_after'],
    [{ insist_after: 'pronto' }, 'insist_after'],
    [{ insist_after: true }, 'insist_after'],
    [{ insist_after: [5] }, 'insist_after'],
    [{ insist_after: null }, 'insist_after'],
    [{ alarm_after: '' }, 'alarm_after'],
    [{ alarm_after: 5 }, 'alarm_after'],
    [{ alarm_after: 481 }, 'alarm_after'],
    [{ email: null }, 'email'],
  ])('%j is refused by name', async (change, field) => {
    const { status, json } = await team({ ...TEAM, ...change });
    expect(status).toBe(422);
    expect(json.error.fields).toHaveProperty([field], expect.stringMatching(/^[A-ZD][^:]+: .+\.$/));
  });
});
