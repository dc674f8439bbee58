import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, expect, test } from 'vitest';
import { describeSchema } from '../../db/migrate';
import { withDatabase } from '../support/database';
import { submitEnquiry, validEnquiry } from '../support/http';
import { spawnServer, startServer } from '../support/server';
import { sharedServer } from '../support/shared';

const home = mkdtempSync(join(tmpdir(), 'crm-starting-'));
afterAll(() => rmSync(home, { recursive: true, force: true }));

/** The database folder of a stopped server, to be corrupted. */
function makeFolder(name: string): { folder: string; path: string } {
  const folder = mkdtempSync(join(home, `${name.replaceAll(' ', '-')}-`));
  const path = join(folder, 'crm.sqlite');
  copyFileSync(process.env.CRM_TEST_EMPTY_DATABASE ?? '', path);
  return { folder, path };
}

test('on nothing makes its database by the migrations, for its owner alone', async () => {
  const server = await startServer({ startsOnNothing: true });
  try {
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    const queued = withDatabase(server, (db) => db.prepare('SELECT count(*) FROM deliveries').pluck().get());
    expect(queued, 'without a workflow').toBe(0);
    expect(withDatabase(server, describeSchema)).toBe(readFileSync('db/schema.sql', 'utf8'));
    // ASVS 14.2.4
    for (const suffix of ['', '-wal']) expect(statSync(server.databasePath + suffix).mode & 0o077).toBe(0);
  } finally {
    await server.stop();
  }
});

test('with settings that cannot be used ends with exit 1 and says why', async () => {
  const unfit: [name: string, value: string, sentence: RegExp][] = [
    ['PORT', 'abc', /PORT: tiene que ser un número entero/],
    ['SITE_URL', 'crm.example.com', /SITE_URL: tiene que ser una dirección http/],
    ['LANDING_ORIGINS', 'https://a.example.com/ruta', /LANDING_ORIGINS: tiene que ser solo el origen/],
    ['ADMIN_EMAIL', 'a@b.co', /ADMIN_PASSWORD: .*van juntos/],
    ['LEAD_WEBHOOK_SECRET', 'corto', /LEAD_WEBHOOK_SECRET: /],
    ['SMTP_URL', 'smtps://ana:cl#ave@mail.example.com', /SMTP_URL: (?!.*cl#ave).*'#': escribilo con %23/],
    ['DATABASE_PATH', tmpdir(), /es una carpeta, y tiene que ser un archivo/],
  ];
  for (const [name, value, sentence] of unfit) {
    const failed = await spawnServer({ env: { [name]: value } });
    expect.soft([name, await failed.exited]).toEqual([name, 1]);
    expect.soft(failed.output(), name).toMatch(sentence);
  }
});

test('with settings that are probably mistaken starts, and says which, but no value', async () => {
  const folder = makeFolder('doubtful').folder;
  writeFileSync(join(folder, 'archivo'), '');
  const secret = `whsec_${'A'.repeat(40)}`;
  const server = await startServer({
    folder,
    env: {
      SMPT_URL: 'smtp://mail.example.com',
      LEAD_WEBHOOK_SECRET: secret,
      BACKUP_EVERY_HOURS: '24',
      BACKUP_DIR: join(folder, 'archivo'),
    },
  });
  await server.stop();
  expect(server.output()).toMatch(/SMPT_URL no es un ajuste\. ¿Quisiste decir SMTP_URL\?/);
  expect(server.output()).toMatch(/LEAD_WEBHOOK_SECRET no sirve de nada sin LEAD_WEBHOOK_URL/);
  expect(server.output()).toMatch(/BACKUP_DIR: .*archivo es un archivo, y tiene que ser una carpeta/);
  expect(server.output()).not.toContain(secret);
});

test('at a terminal says where everything is, and logs nothing that needs nobody', async () => {
  const asTerminal = { NODE_OPTIONS: '--import=data:text/javascript,process.stdout.isTTY=true' };
  const server = await startServer({ env: { ...asTerminal, SMPT_URL: 'smtp://mail.example.com' } });
  expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
  await server.stop();
  expect(server.output()).toContain(`CRM:     ${server.url}/panel`);
  expect(server.output()).toContain('"event":"setting_doubted"');
  expect(server.output()).not.toContain('"level":30');
});

test('makes no administrator of the settings whose password anybody guesses', async () => {
  const failed = await spawnServer({ env: { ADMIN_EMAIL: 'jefa@x.example.com', ADMIN_PASSWORD: '12345678' } });
  expect(await failed.exited).toBe(1);
  expect(failed.output()).toMatch(/ADMIN_PASSWORD no se puede usar\. .*de las más usadas/);
});

test('on a database that it cannot use ends with exit 1, says what to do, and leaves it as it was', async () => {
  const spoilt: [name: string, spoil: (path: string) => void, sentence: RegExp][] = [
    ['an empty file', (path) => writeFileSync(path, ''), /está (vacío|dañado)/],
    [
      'garbage',
      (path) => writeFileSync(path, 'esto no es una base de datos, y es bastante largo'.repeat(200)),
      /está (vacío|dañado)/,
    ],
    [
      'without its second half',
      (path) => truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096),
      /está dañado.*Restaurá un respaldo/,
    ],
    [
      'of a newer version',
      (path) => {
        const db = new Sqlite(path);
        db.pragma('journal_mode = WAL');
        db.exec("INSERT INTO schema_migrations VALUES (9999, '9999_futuro.sql', 'x', '2030')").close();
      },
      /versión más nueva \(9999_futuro\.sql\)/,
    ],
    [
      'of a version that is known',
      (path) => {
        const db = new Sqlite(path);
        db.pragma('journal_mode = WAL');
        db.pragma('user_version = 98007006');
        db.exec("INSERT INTO schema_migrations VALUES (9999, '9999_futuro.sql', 'x', '2030')").close();
      },
      /es de la versión 98\.7\.6 \(9999_futuro\.sql\), y este programa es la \d/,
    ],
    [
      'of a version before 0.22',
      (path) => {
        const db = new Sqlite(path);
        db.pragma('journal_mode = WAL');
        db.exec(
          "DELETE FROM schema_migrations; INSERT INTO schema_migrations VALUES (1, '0001_foundation.sql', 'x', '2026')",
        );
        db.close();
      },
      /anterior a la 0\.22.*git checkout/,
    ],
  ];
  for (const [name, spoil, sentence] of spoilt) {
    const { folder, path } = makeFolder(name);
    spoil(path);
    const before = readFileSync(path);
    const failed = await spawnServer({ folder });
    expect.soft([name, await failed.exited]).toEqual([name, 1]);
    expect.soft(failed.output(), name).toMatch(sentence);
    expect.soft(readFileSync(path).equals(before), name).toBe(true);
  }
});

test('where it may not write says so in one line of JSON, without a trace, and goes on once it is mended', async () => {
  // Root bypasses permissions, so it runs as nobody, who may read the image's files.
  const isRoot = process.getuid?.() === 0;
  chmodSync(home, 0o755);
  const program = join(home, 'programa');
  const copies = readFileSync('Dockerfile', 'utf8').matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm);
  for (const [, from = '', to = ''] of copies) cpSync(realpathSync(from), join(program, to), { recursive: true });
  const become = ['setgroups([65534])', 'setgid(65534)', 'setuid(65534)'].map((call) => `process.${call}`);
  const asNobody = isRoot ? `--import 'data:text/javascript,${become.join(';')}'` : '';
  const command = { line: `exec '${process.execPath}' ${asNobody} dist/server/main.mjs`, cwd: program };
  const states = {
    'the database': { path: 0o400, folder: 0o755 },
    'the folder': { path: 0o600, folder: 0o555 },
  };
  for (const [name, modes] of Object.entries(states)) {
    const { folder, path } = makeFolder(name);
    const give = (mode: typeof modes) => {
      chmodSync(folder, mode.folder);
      chmodSync(path, mode.path);
    };
    if (isRoot) for (const owned of [folder, path]) chownSync(owned, 65534, 65534);
    give(modes);
    const failed = await spawnServer({ folder, command });
    expect(await failed.exited, name).toBe(1);
    const lines = failed.output().trim().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      {
        event: 'start_failed',
        msg: expect.stringMatching(/^No se puede escribir en \S+: .*Corregilo con: chmod/),
      },
    ]);
    expect(failed.output()).not.toContain('    at ');
    give({ folder: 0o755, path: 0o600 });
    const mended = await startServer({ folder, command });
    expect(await mended.stop({ keep: true }), name).toBe(0);
  }
  if (!isRoot) return;
  // A container may be given a number for which the system knows no name.
  const { folder } = makeFolder('of another');
  const asNumber = command.line.replaceAll('65534', '54321');
  const failed = await spawnServer({ folder, command: { ...command, line: asNumber } });
  expect(await failed.exited).toBe(1);
  expect(JSON.parse(failed.output().trim()).msg).toMatch(/corre como 54321\. Corregilo con: chown 54321 \S+$/);
});

test('on a taken port ends with exit 1 and says so', async () => {
  const { port } = await sharedServer();
  const failed = await spawnServer({ port });
  expect(await failed.exited).toBe(1);
  expect(failed.output()).toContain(`El puerto ${port} ya está en uso`);
  await failed.stop();
});
