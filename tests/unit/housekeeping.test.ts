import { randomBytes } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { getDb } from '~/server/database/connection';
import { enqueue } from '~/server/outbox/enqueue';
import { housekeepingJobs } from '~/server/process/housekeeping';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

type Row = Record<string, unknown>;

const DAY_MS = 24 * 3_600_000;
const NOW = Date.now();
const daysAgo = (days: number) => new Date(NOW - days * DAY_MS).toISOString();
const [A_MOMENT, TODAY] = [0.01, daysAgo(0)];
const ana = { id: 'ana', email: 'ana@x.example.com', password_hash: 'x', created_at: TODAY };
const hash = () => randomBytes(32);

// What is of today must not become of yesterday on the way.
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: NOW }));
afterEach(() => void vi.useRealTimers());

beforeAll(() => {
  insert('users', ana);
  // A webhook paused by hand.
  insert('webhooks', {
    ...{ id: 1, url: 'https://x.example.com/', host: 'x.example.com', events: '[]', created_at: TODAY },
    ...{ active_since: TODAY, paused_at: TODAY, pause: 'hand' },
  });
});

function insert(table: string, row: Row): void {
  const columns = Object.keys(row);
  const values = columns.map((column) => `:${column}`);
  getDb().prepare(`INSERT INTO ${table} (${columns.join()}) VALUES (${values.join()})`).run(row);
}

/** A row of each table that is this many days old, or expired this long ago. */
const ROWS = {
  sessions: (days: number) => ({
    ...{ token_hash: hash(), user_id: ana.id, created_at: TODAY, last_used_at: TODAY },
    ...{ idle_expires_at: daysAgo(days), expires_at: daysAgo(-9) },
  }),
  sign_ups: (days: number) => ({ ...ana, id: crypto.randomUUID(), name: 'Ana', expires_at: daysAgo(days) }),
  invitations: (days: number) => ({
    ...{ id: crypto.randomUUID(), email: `${crypto.randomUUID()}@x.example.com`, role: 'staff' },
    ...{ invited_by: ana.id, message_id: 'msg', sent_at: daysAgo(days), created_at: TODAY },
  }),
  known_browsers: (days: number) => ({ user_id: ana.id, token_hash: hash(), last_at: daysAgo(days) }),
  spent_challenges: (days: number) => ({ challenge: crypto.randomUUID(), expires_at: daysAgo(days) }),
  one_time_tokens: (days: number) => ({
    ...{ token_hash: hash(), purpose: 'reset', user_id: ana.id },
    ...{ created_at: TODAY, expires_at: daysAgo(days) },
  }),
  audit_events: (days: number) => ({ type: 'sign_in', created_at: daysAgo(days) }),
  creations: (days: number) => ({
    ...{ user_id: ana.id, key: crypto.randomUUID(), kind: 'lead', input_hash: hash(), entity_id: 1 },
    created_at: daysAgo(days),
  }),
  bulk_acts: (days: number) => ({
    ...{ user_id: ana.id, key: crypto.randomUUID(), input_hash: hash(), as_of: 0, position: 0 },
    created_at: daysAgo(days),
  }),
  enquiries: (days: number, state = 'set_aside') => ({
    ...{ form_id: 'contacto', body: 'x', content_type: 'text/plain', remote_address: '192.0.2.1' },
    ...{ state, received_at: daysAgo(days) },
  }),
  enquiry_bytes: (days: number) => ({ day: daysAgo(days).slice(0, 10), address: '192.0.2.1', bytes: 1 }),
  webhook_secrets: (days: number) => ({
    ...{ webhook_id: 1, box: hash(), created_at: TODAY, expires_at: daysAgo(days) },
  }),
  deliveries: (days: number, state = 'pending') => ({
    ...{
      message_id: crypto.randomUUID(),
      kind: 'webhook',
      webhook_id: 1,
      event: 'lead.created',
      payload: '{}',
    },
    ...{ planned_at: TODAY, next_attempt_at: TODAY, created_at: daysAgo(days), state },
    finished_at: state === 'pending' ? null : daysAgo(days),
  }),
  companies: (days: number) => ({ name: 'Por error', created_at: TODAY, deleted_at: daysAgo(days) }),
  leads: (days: number) => ({
    ...{ nombre: 'Ana', email: ana.email, email_key: ana.email, source: 'landing', created_at: TODAY },
    deleted_at: daysAgo(days),
  }),
} satisfies Record<string, (days: number) => Row>;

const CASES: [job: keyof typeof housekeepingJobs, table: keyof typeof ROWS, old: Row, kept: Row][] = [
  ['expired_credentials', 'sessions', ROWS.sessions(A_MOMENT), ROWS.sessions(-A_MOMENT)],
  ['expired_credentials', 'sign_ups', ROWS.sign_ups(A_MOMENT), ROWS.sign_ups(-A_MOMENT)],
  ['expired_credentials', 'invitations', ROWS.invitations(31), ROWS.invitations(29)],
  ['expired_credentials', 'known_browsers', ROWS.known_browsers(401), ROWS.known_browsers(399)],
  ['expired_credentials', 'spent_challenges', ROWS.spent_challenges(A_MOMENT), ROWS.spent_challenges(-A_MOMENT)],
  ['expired_credentials', 'one_time_tokens', ROWS.one_time_tokens(A_MOMENT), ROWS.one_time_tokens(-A_MOMENT)],
  ['old_audit_events', 'audit_events', ROWS.audit_events(731), ROWS.audit_events(729)],
  ['old_creations', 'creations', ROWS.creations(8), ROWS.creations(6)],
  ['old_bulk_acts', 'bulk_acts', ROWS.bulk_acts(1 + A_MOMENT), ROWS.bulk_acts(1 - A_MOMENT)],
  ['old_enquiries', 'enquiries', ROWS.enquiries(91), ROWS.enquiries(89)],
  ['old_enquiries', 'enquiries', ROWS.enquiries(91, 'invalid'), ROWS.enquiries(400, 'accepted')],
  ['old_enquiry_budgets', 'enquiry_bytes', ROWS.enquiry_bytes(1), ROWS.enquiry_bytes(0)],
  ['webhook_leftovers', 'webhook_secrets', ROWS.webhook_secrets(A_MOMENT), ROWS.webhook_secrets(-A_MOMENT)],
  ['webhook_leftovers', 'deliveries', ROWS.deliveries(31), ROWS.deliveries(29)],
  ['trash', 'leads', ROWS.leads(31), ROWS.leads(29)],
  ['old_deliveries', 'deliveries', ROWS.deliveries(31, 'sent'), ROWS.deliveries(29, 'sent')],
  ['old_deliveries', 'deliveries', ROWS.deliveries(181, 'failed'), ROWS.deliveries(179, 'failed')],
  ['old_deliveries', 'deliveries', ROWS.deliveries(31, 'sent'), ROWS.deliveries(400)],
  ['deleted_companies', 'companies', ROWS.companies(31), ROWS.companies(29)],
];

test.each(CASES)('%s: of %s what is too old is removed, and nothing else', async (job, table, old, kept) => {
  getDb().exec(`DELETE FROM ${table}`);
  insert(table, old);
  insert(table, kept);
  expect(await housekeepingJobs[job]()).toBe(1);
  expect(getDb().prepare(`SELECT * FROM ${table}`).all()).toMatchObject([kept]);
});

test('webhook_leftovers: what waited behind a message that is removed is the next of its line', async () => {
  getDb().exec('DELETE FROM deliveries; DELETE FROM leads; DELETE FROM webhook_secrets');
  insert('leads', { ...ROWS.leads(0), id: 1, deleted_at: null });
  const send = (event: string) => enqueue({ kind: 'webhook', event, payload: {}, leadId: 1, webhookId: 1 });
  send('lead.created');
  vi.setSystemTime(NOW + 10 * DAY_MS);
  const later = [send('lead.updated'), send('note.created')];
  vi.setSystemTime(NOW + 31 * DAY_MS);
  expect(await housekeepingJobs.webhook_leftovers()).toBe(1);
  const waiting = getDb().prepare('SELECT message_id, waits FROM deliveries ORDER BY id').raw().all();
  expect(waiting).toEqual([
    [later[0], 0],
    [later[1], 1],
  ]);
});

test('webhook_leftovers: the destination of a token that has expired goes, with what waits for it', async () => {
  const id = 'programa';
  insert('users', { ...ana, id, email: 'token:programa' });
  insert('api_tokens', {
    ...{ id, token_hash: hash(), hint: 'abcd', created_at: TODAY },
    ...{ expires_on: daysAgo(1).slice(0, 10), expires_at: daysAgo(1) },
  });
  insert('webhooks', {
    ...{ id: 2, url: 'https://y.example.com/', host: 'y.example.com', events: '[]', created_at: TODAY },
    ...{ active_since: TODAY, made_by: id },
  });
  enqueue({ kind: 'webhook', event: 'lead.created', payload: {}, webhookId: 2 });
  expect(await housekeepingJobs.webhook_leftovers()).toBe(1);
  expect(getDb().prepare('SELECT id FROM webhooks').pluck().all()).toEqual([1]);
});
