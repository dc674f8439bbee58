import { randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call } from '../support/http';
import { readDatabase, unpackRelease } from '../support/releases';
import { startServer, type TestServer } from '../support/server';
import { unseal } from '../support/unseal';

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

test('what an older version left in clear is sealed at the first start, is in no backup, and does what it did', async () => {
  const release = unpackRelease('0045.sqlite.gz');
  onTestFinished(() => rmSync(release.folder, { recursive: true, force: true }));
  // The key of releases that seal; data.sql has its fingerprint.
  writeFileSync(`${release.path}.clave`, `${Buffer.alloc(32).toString('base64')}\n`, { mode: 0o600 });
  const [clear, formerToken, person] = readDatabase(release.path, (db) => [
    String(db.prepare('SELECT private_key FROM push_keys').pluck().get()),
    ...(Object.values(
      db
        .prepare("SELECT unsubscribe_token, id FROM profiles WHERE status = 'active' AND company_id IS NULL")
        .get() as object,
    ) as string[]),
  ]);
  const readKey = (path: string) =>
    readDatabase(path, (db) => db.prepare('SELECT public_key, private_key, private_box FROM push_keys').get()) as {
      public_key: string;
      private_key: string | null;
      private_box: Buffer;
    };
  const publicKey = readDatabase(release.path, (db) => db.prepare('SELECT public_key FROM push_keys').pluck().get());
  const server = await startServer({ folder: release.folder });
  const admin = makePerson(server, { roles: ['admin'] });
  const key = () => call(server, '/api/push/key', { cookie: admin.cookie });
  expect((await key()).json.key).toBe(publicKey);
  expect(unseal(readKey(release.path).private_box, `${release.path}.clave`, 'push-key')).toBe(clear);
  // A link from an earlier mail.
  const { status } = await fetch(`${server.url}/api/unsubscribe?token=${formerToken}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  const choice = withDatabase(server, (db) =>
    db.prepare('SELECT notice_email FROM profiles WHERE id = ?').pluck().get(person),
  );
  expect([status, choice]).toEqual([204, 'none']);
  const { out } = await runCrm(['backup'], { DATABASE_PATH: release.path });
  const backup = readFileSync(/verificado: (\S+)/.exec(out)?.[1] ?? '', 'latin1');
  for (const secret of [clear, formerToken]) expect(backup).not.toContain(secret);

  // Another key yields other push keys, so devices must resubscribe.
  await server.stop({ keep: true });
  rmSync(`${release.path}.clave`);
  expect(await runCrm(['new-secrets-key', '--yes'], { DATABASE_PATH: release.path })).toMatchObject({
    code: 0,
  });
  const renewed = readKey(release.path);
  expect(renewed.public_key).not.toBe(publicKey);
  expect(unseal(renewed.private_box, `${release.path}.clave`, 'push-key')).toMatch(/^[\w-]{43}$/);
  expect(readDatabase(release.path, (db) => db.prepare('SELECT id FROM push_subscriptions').all())).toEqual([]);
});
