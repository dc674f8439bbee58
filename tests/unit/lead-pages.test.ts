import { beforeEach, expect, test } from 'vitest';
import { getDb } from '~/server/database/connection';
import { listLeads } from '~/server/leads/lead-list';
import { chooseLeads } from '~/server/leads/lead-list-queries';
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

// What only the packs know. They are read before the promise comes back, the rows of the page after that.
const PACKED = { open: 'yes' } as const;
const trash = (from: number, to: number) =>
  getDb()
    .prepare('UPDATE leads SET deleted_at = :at WHERE created_at BETWEEN :from AND :to')
    .run({ at: FIRST, from: cameAt(from), to: cameAt(to) });

test('a list goes on though leads drop out of a page while it is read, one or all of them', async () => {
  for (const dropped of [1, 51]) {
    const reading = listLeads(PACKED);
    trash(LEADS + 1 - dropped, LEADS);
    const seen: string[] = [];
    for (let page = await reading; ; page = await listLeads(PACKED, page.next_cursor ?? '')) {
      seen.push(...page.leads.map(({ created_at }) => created_at));
      if (page.next_cursor === null) break;
    }
    const left = Array.from({ length: LEADS - dropped }, (_, n) => cameAt(LEADS - dropped - n));
    expect(seen).toEqual(left);
  }
});

test('an hour of the week is found in every zone, also where clocks change by half an hour', async () => {
  addLead('2026-06-30T22:29:00.000Z');
  addLead('2026-06-30T22:30:00.000Z');
  addLead('2026-06-30T23:29:00.000Z');
  addLead('2026-12-31T23:00:00.000Z');
  for (const [tz, hour, found] of [
    // Half an hour behind in winter, and the whole hour in summer, at both ends of what there is.
    ['Australia/Lord_Howe', '3-9', 2],
    ['Asia/Kolkata', '3-4', 2],
    ['Asia/Kathmandu', '3-4', 2],
    ['Europe/Madrid', '3-0', 2],
  ] as const) {
    const { total, leads } = await listLeads({ hour, tz, orden: 'antiguos' });
    expect([tz, total, leads.length]).toEqual([tz, found, found]);
    // The same by the rows, as in a search.
    const { hours = '' } = chooseLeads({ hour, tz }, Date.now());
    const came = getDb()
      .prepare('SELECT substr(created_at, 1, 13) AS hour, substr(created_at, 1, 16) AS minute FROM leads')
      .all() as { hour: string; minute: string }[];
    const listed = new Set<string>(JSON.parse(hours));
    expect([tz, came.filter((at) => listed.has(at.hour) || listed.has(at.minute)).length]).toEqual([
      tz,
      found,
    ]);
  }
});
