import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { runCrm } from '../support/crm';
import { killAtOnce, type Litestream, prepareLitestream } from '../support/litestream';
import { startServer } from '../support/server';
import { type AcknowledgedLead, writeLeads } from '../support/write-leads';

const home = mkdtempSync(join(tmpdir(), 'crm-litestream-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));
const env = { RATE_LIMIT_SCALE: '1000000' };

/** How often the log restarted under Litestream: by its own checkpoints, and despite the server's SQLite. */
async function countLogs(litestream: Litestream): Promise<number> {
  const metrics = await litestream.readMetrics();
  const series = [...metrics.keys()].find((name) => name.startsWith('litestream_shadow_wal_index'));
  return series ? (metrics.get(series) ?? 0) : 0;
}

/** Resolves once the copy has all that was acknowledged before. */
async function awaitCopy(litestream: Litestream): Promise<void> {
  const read = async () => {
    const metrics = await litestream.readMetrics();
    const seriesOf = (name: string) => metrics.get([...metrics.keys()].find((key) => key.startsWith(name)) ?? '') ?? 0;
    return {
      syncs: seriesOf('litestream_sync_count'),
      ahead: [seriesOf('litestream_shadow_wal_index'), seriesOf('litestream_shadow_wal_size')] as const,
      copied: [seriesOf('litestream_replica_wal_index'), seriesOf('litestream_replica_wal_offset')] as const,
    };
  };
  const before = await read();
  // The first one may have begun before.
  await expect.poll(async () => (await read()).syncs).toBeGreaterThanOrEqual(before.syncs + 2);
  const [index, size] = (await read()).ahead;
  await expect
    .poll(async () => {
      const [copiedIndex, offset] = (await read()).copied;
      return copiedIndex > index || (copiedIndex === index && offset >= size);
    })
    .toBe(true);
}

test('after both are killed in the middle of the load, a copy that was restored elsewhere lacks the last moment and nothing else; twice', async () => {
  const replica = { type: 'file', path: join(home, 'copia') };
  let databasePath = join(home, 'primera', 'crm.sqlite');
  for (const round of ['primera', 'segunda']) {
    const litestream = await prepareLitestream(home, databasePath, replica);
    const server = await startServer({ env: { ...env, DATABASE_PATH: databasePath } });
    const replicating = litestream.replicate();
    onTestFinished(() => killAtOnce(server.process));
    onTestFinished(() => killAtOnce(replicating));
    const load = writeLeads(server, 8);
    await expect.poll(() => countLogs(litestream).catch(() => 0)).toBeGreaterThanOrEqual(3);
    const since = performance.now();
    await awaitCopy(litestream);
    const killedAt = performance.now();
    await Promise.all([killAtOnce(server.process), killAtOnce(replicating)]);
    await load.end();

    const restoredPath = join(home, `${round}-restaurada`, 'crm.sqlite');
    litestream.restore(restoredPath);
    // The guide has the key kept apart from the copy.
    copyFileSync(`${databasePath}.clave`, `${restoredPath}.clave`);
    const checked = await runCrm(['check', '--offline'], { DATABASE_PATH: restoredPath });
    expect(checked, checked.out + checked.err).toMatchObject({ code: 0 });
    const lost = findLost(restoredPath, load.kept);
    const lostMs = killedAt - Math.min(killedAt, ...lost.map(({ at }) => at));
    console.log(`${round}: ${lost.length} of ${load.kept.length} lost, those of the last ${Math.round(lostMs)} ms`);
    expect(lost.filter(({ at }) => at < since)).toEqual([]);
    // While it empties the log it does not read: who writes a thousand pages meanwhile may begin it anew. It notices.
    expect(litestream.output()).not.toMatch(/reason="(?!no generation|wal overwritten)/);
    databasePath = restoredPath;
  }
});

/** Kept rows missing from the copy. Fails if a gap precedes a row that is there. */
function findLost(path: string, kept: AcknowledgedLead[]): AcknowledgedLead[] {
  const db = new Sqlite(path, { readonly: true });
  const rows = db.prepare<[], { id: number; nombre: string }>('SELECT id, nombre FROM leads ORDER BY id').all();
  db.close();
  const newest = rows.at(-1)?.id ?? 0;
  expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: newest }, (_, index) => index + 1));
  const names = new Map(rows.map(({ id, nombre }) => [id, nombre]));
  const there = kept.filter(({ id }) => id <= newest);
  expect(there.filter(({ id, nombre }) => names.get(id) !== nombre)).toEqual([]);
  expect(there.length).toBeGreaterThan(100);
  return kept.filter(({ id }) => id > newest);
}
