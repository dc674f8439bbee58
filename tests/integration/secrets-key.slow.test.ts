import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let folder: string;
let keyFile: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'crm-key-'));
  keyFile = join(folder, 'crm.sqlite.clave');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const crm = (...args: string[]) => runCrm(args, { DATABASE_PATH: join(folder, 'crm.sqlite') });
const FRESH = { BACKUP_EVERY_HOURS: '0' };

/** As if data had been sealed with a lost key. */
function markWithAnotherKey(server: TestServer): void {
  withDatabase(server, (db) => db.prepare('UPDATE secrets_key SET fingerprint = ?').run(randomBytes(16)));
}

test('two processes that start at once on a new database make one key, and leave nothing beside it', async () => {
  const first = await startServer({ folder });
  withDatabase(first, (db) => db.exec('DELETE FROM secrets_key; DELETE FROM push_keys'));
  rmSync(keyFile);
  await first.stop({ keep: true });
  const servers = await Promise.all([startServer({ folder }), startServer({ folder })]);
  expect(statSync(keyFile).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder).filter((name) => name.includes('clave'))).toEqual(['crm.sqlite.clave']);
  expect(servers.map((server) => server.output()).join('')).not.toContain('secrets_key_unusable');
  expect((await crm('check', '--offline')).out).toContain('✓ Clave de secretos');
  await Promise.all(servers.map((server) => server.stop({ keep: true })));
});

test('a start where the key is gone says so and serves on; check, backup and restore name it', async () => {
  const server = await startServer({ folder });
  markWithAnotherKey(server);
  await server.stop({ keep: true });
  rmSync(keyFile);
  const again = await startServer({ folder, env: FRESH });
  await again.printed(/"event":"secrets_key_unusable".*Falta la clave de secretos/);
  expect((await call(again, '/healthz')).status).toBe(200);
  expect(existsSync(keyFile)).toBe(false);
  const checked = await crm('check', '--offline');
  expect([checked.code, checked.out]).toEqual([1, expect.stringContaining('✗ Clave de secretos: Falta')]);
  const backup = await crm('backup');
  expect(backup.out).toContain(`No lleva la clave de secretos. Guardá aparte una copia de ${keyFile}`);
  await again.stop({ keep: true });
  const restored = await crm('restore', /verificado: (\S+)/.exec(backup.out)?.[1] ?? '');
  expect([restored.code, restored.out]).toEqual([0, expect.stringContaining('Atención: Falta la clave de secretos')]);

  expect((await crm('new-secrets-key')).code).toBe(2);
  expect(await crm('new-secrets-key', '--yes')).toMatchObject({ code: 0 });
  expect((await crm('check', '--offline')).out).toContain('✓ Clave de secretos');
  expect(await crm('new-secrets-key', '--yes')).toMatchObject({
    code: 1,
    err: expect.stringContaining('La clave no se perdió'),
  });
});

test('SECRETS_KEY_FILE that cannot be made is told, and the server serves', async () => {
  const server = await startServer({ folder, env: { SECRETS_KEY_FILE: '/dev/null/clave' } });
  await server.printed(/"event":"secrets_key_unusable".*SECRETS_KEY_FILE/);
  expect((await call(server, '/healthz')).status).toBe(200);
  await server.stop({ keep: true });
});
