import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { runCrm } from '../support/crm';
import { killAtOnce, type Litestream, prepareLitestream } from '../support/litestream';
import { startServer } from '../support/server';
import { writeLeads } from '../support/write-leads';

const home = mkdtempSync(join(tmpdir(), 'crm-litestream-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const databasePath = join(home, 'crm.sqlite');
const pendingFolder = join(home, '.crm.sqlite-litestream');
const MB = 2 ** 20;

function pendingBytes(): number {
  return readdirSync(pendingFolder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => {
      // Litestream deletes files during the count.
      return sum + (statSync(join(parentPath, name), { throwIfNoEntry: false })?.size ?? 0);
    }, 0);
}

function start(litestream: Litestream) {
  const replicating = litestream.replicate();
  onTestFinished(() => killAtOnce(replicating));
  return replicating;
}

/** Runs the shipped script with a fake disk reporting this much free space. */
function startCap(freeMegabytes: number) {
  const tools = join(home, 'herramientas');
  mkdirSync(tools);
  writeFileSync(join(tools, 'df'), `#!/bin/sh\necho cabecera\necho x 0 0 ${freeMegabytes * 1024} 0 /\n`);
  chmodSync(join(tools, 'df'), 0o755);
  const child = spawn('sh', ['docs/despliegue/litestream-tope.sh', databasePath, '0.2'], {
    env: { PATH: `${tools}:${process.env.PATH}` },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => killAtOnce(child));
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  return { output: () => text, stop: () => killAtOnce(child) };
}

test('what an unreachable store keeps waiting is told, given up before it fills the disk, and no write is lost by it', async () => {
  const unreachable = { type: 's3', bucket: 'x', region: 'us-east-1', endpoint: 'http://127.0.0.1:9' };
  const server = await startServer({ env: { RATE_LIMIT_SCALE: '1000000', DATABASE_PATH: databasePath } });
  onTestFinished(() => killAtOnce(server.process));
  const cutOff = start(await prepareLitestream(home, databasePath, unreachable));
  const load = writeLeads(server, 8);
  await expect.poll(pendingBytes, { timeout: 200_000 }).toBeGreaterThan(300 * MB);
  const checked = await runCrm(['check', '--offline'], { DATABASE_PATH: databasePath });
  expect(checked.out).toMatch(/! Copia continua: \d+ MB esperan/);

  const cap = startCap(250);
  await expect.poll(pendingBytes).toBeLessThan(250 * MB);
  await cap.stop();
  expect(cap.output()).toContain('empieza una copia nueva');
  await load.end();
  await killAtOnce(cutOff);

  const back = await prepareLitestream(home, databasePath, { type: 'file', path: join(home, 'copia') });
  start(back);
  let attempt = 0;
  const restoredLeads = () => {
    const path = join(home, `restaurada-${attempt++}.sqlite`);
    back.restore(path);
    const db = new Sqlite(path, { readonly: true });
    const count = db.prepare('SELECT count(*) FROM leads').pluck().get();
    db.close();
    return count;
  };
  await expect
    .poll(
      () => {
        try {
          return restoredLeads();
        } catch {
          return 0;
        }
      },
      { interval: 500 },
    )
    .toBe(load.kept.length);
  await expectAlertsToName(back);
});

/** The alerts must name metrics that this version exports. */
async function expectAlertsToName(litestream: Litestream) {
  const { groups } = parse(readFileSync('docs/despliegue/prometheus-alertas.yml', 'utf8'));
  const rules = groups.flatMap(({ rules }: { rules: { expr: string }[] }) => rules);
  const named = rules.flatMap(({ expr }: { expr: string }) => expr.match(/litestream_\w+/g) ?? []);
  expect(named.length).toBeGreaterThan(0);
  const series = [...(await litestream.readMetrics()).keys()];
  for (const name of named) expect(series).toContainEqual(expect.stringContaining(`${name}{db="${databasePath}"`));
}
