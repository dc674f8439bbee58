import { describe, expect, test } from 'vitest';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { providePerson, provideServer } from '../support/provide';

const server = provideServer();
const admin = providePerson(server, { name: 'Ana', roles: ['admin'] });

const GOAL = '/api/reports/goal';
const goal = (body?: unknown, { cookie } = admin) =>
  call(server, GOAL, { cookie, ...(body !== undefined && { method: 'PATCH', body }) });
const audited = () =>
  withDatabase(server, (db) =>
    db
      .prepare("SELECT actor_id, from_value, to_value FROM audit_events WHERE type = 'goal_changed' ORDER BY id")
      .raw()
      .all(),
  );

test('administrators set it, change it and take it away, and each change stands in the audit once', async () => {
  expect((await goal()).json).toEqual({ monthly_value: null });
  for (const monthly_value of [3000, 3000, 4500, null, null]) {
    const { status, json } = await goal({ monthly_value });
    expect([status, json]).toEqual([200, { monthly_value }]);
    expect((await goal()).json).toEqual({ monthly_value });
  }
  expect(audited()).toEqual([
    [admin.id, null, '3000'],
    [admin.id, '3000', '4500'],
    [admin.id, '4500', null],
  ]);
});

describe('what is no goal', () => {
  test.each([
    [{ monthly_value: 0 }],
    [{ monthly_value: -1 }],
    [{ monthly_value: 2.5 }],
    [{ monthly_value: '3000' }],
    [{ monthly_value: 1_000_000_001 }],
    [{}],
  ])('%j is refused by name', async (body) => {
    const { status, json } = await goal(body);
    expect(status).toBe(422);
    expect(json.error.fields.monthly_value).toMatch(/^Meta mensual: /);
  });

  test('is not stored, and an unknown field is refused', async () => {
    await goal({ monthly_value: 3000 });
    await goal({ monthly_value: 0 });
    expect((await goal({ monthly_value: 1, month: '2026-11' })).status).toBe(422);
    expect((await goal()).json).toEqual({ monthly_value: 3000 });
    await goal({ monthly_value: 1_000_000_000 });
    expect((await goal()).json).toEqual({ monthly_value: 1_000_000_000 });
  });
});
