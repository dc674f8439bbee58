import { beforeEach, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { listLeads } from '~/server/leads/list/lead-list';
import { provideOwnDatabase } from '../support/own-database';

provideOwnDatabase();

const LEADS = 120;
const FIRST = '2026-01-01T00:00:00.000Z';
const cameAt = (n: number) => new Date(Date.parse(FIRST) + n * 60_000).toISOString();
const addLead = (at: string) =>
  getDb()
    .prepare(
      `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at)
       VALUES ('Iris', 'i@x.example.com', 'i@x.example.com', 'landing', :at, :at)`,
    )
    .run({ at });

beforeEach(() => {
  getDb().exec('DELETE FROM leads');
  for (let n = 1; n <= LEADS; n++) addLead(cameAt(n));
});

const trash = (from: number, to: number) =>
  getDb()
    .prepare('UPDATE leads SET deleted_at = :at WHERE created_at BETWEEN :from AND :to')
    .run({ at: FIRST, from: cameAt(from), to: cameAt(to) });

test('a page and its total are of one moment, and the list goes on though its leads are deleted since', async () => {
  for (const dropped of [1, 51]) {
    const reading = listLeads({ open: 'yes' });
    const standing = getDb().prepare('SELECT created_at FROM leads WHERE deleted_at IS NULL ORDER BY 1 DESC').pluck();
    const [before, { total }] = [standing.all(), await reading];
    trash(LEADS + 1 - dropped, LEADS);
    const seen: string[] = [];
    for (let page = await reading; ; page = await listLeads({ open: 'yes' }, { cursor: page.next_cursor ?? '' })) {
      seen.push(...page.leads.map(({ created_at }) => created_at));
      if (page.next_cursor === null) break;
    }
    const shown = before.slice(0, 50);
    expect([total, seen]).toEqual([before.length, [...new Set([...shown, ...standing.all()])]]);
  }
});
