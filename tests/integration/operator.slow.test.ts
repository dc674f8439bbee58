import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makePerson, PASSWORD } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { provideServer } from '../support/provide';
import { startReceiver } from '../support/receiver';
import { startServer } from '../support/server';

const server = provideServer();

const crmWith = (env: Record<string, string>, ...args: string[]) =>
  runCrm(args, { DATABASE_PATH: server.databasePath, MAIL_DIR: server.mailDir, ...env });
const crm = (...args: string[]) => crmWith({}, ...args);
const signIn = (email: string, password: string) => call(server, '/api/auth/sign-in', { body: { email, password } });

describe('every command', () => {
  const names = [
    'create-admin',
    'reset-password',
    'reset-second-factor',
    'backup',
    'restore',
    'check',
    'export',
    'erase',
    'purge',
    'new-secrets-key',
    'demo',
    'schema',
  ];

  test.each(names)('%s explains itself, and refuses an unknown option with 2', async (name) => {
    const [help, wrong] = await Promise.all([crm(name, '--help'), crm(name, '--inventada')]);
    expect([help.code, help.out]).toEqual([0, expect.stringContaining(`npm run crm -- ${name}`)]);
    expect(help.out).not.toMatch(/^ {2}--.*[[\]…]/m);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining('No existe la opción --inventada')]);
  });

  test('is in the list, and an unknown one ends with 2', async () => {
    const { code, out } = await crm();
    expect(code).toBe(0);
    for (const name of names) expect(out).toContain(`  ${name} `);
    expect(await crm('inventada')).toMatchObject({ code: 2, err: expect.stringContaining("'inventada'") });
  });

  test('that cannot use the settings says so and ends with 1', async () => {
    const { code, err } = await crmWith({ PORT: 'abc' }, 'purge');
    expect([code, err]).toEqual([1, expect.stringContaining('PORT:')]);
  });
});

describe('the database', () => {
  const changing: string[][] = [['backup'], ['purge'], ['erase', '--email', 'a@b.co', '--yes'], ['check', '--offline']];

  test.each(changing)('is named in the first line: %s', async (...args) => {
    const { out } = await crm(...args);
    expect(out.split('\n')[0]).toBe(`Base de datos: ${server.databasePath}`);
  });

  test('is named apart from what is exported', async () => {
    const { out, err } = await crm('export', 'leads');
    expect(err.split('\n')[0]).toBe(`Base de datos: ${server.databasePath}`);
    expect(out).toMatch(/^\ufeffid,/);
  });

  test.each([
    ['backup'],
    ['purge'],
    ['export', 'leads'],
    ['erase', '--email', 'a@b.co'],
    ['create-admin', '--email', 'a@b.co'],
    ['reset-password', '--email', 'a@b.co'],
    ['reset-second-factor', 'a@b.co'],
    ['restore', 'package.json'],
  ])('that is not there is refused, and none is made: %s', async (...args) => {
    const path = join(server.folder, 'otra', 'crm.sqlite');
    const { code, err } = await crmWith({ DATABASE_PATH: path }, ...args);
    expect([code, err]).toEqual([1, expect.stringMatching(/No existe la base|no hay ninguna base/)]);
    expect(() => statSync(dirname(path))).toThrow();
  });
});

describe('create-admin', () => {
  test('takes the password from standard input, and refuses a second account of that email', async () => {
    const args = ['create-admin', '--email', 'ada@x.example.com', '--name', 'Ada', '--password-stdin'];
    const env = { DATABASE_PATH: server.databasePath };
    expect((await runCrm(args, env, { input: 'cinco vacas moradas\n' })).code).toBe(0);
    expect((await signIn('ada@x.example.com', 'cinco vacas moradas')).json.user.roles).toEqual(['admin']);
    expect((await runCrm(args, env, { input: 'cinco vacas moradas\n' })).code).toBe(1);
  });

  test('refuses a password that anybody guesses, as the screens do', async () => {
    const args = ['create-admin', '--email', 'eva@x.example.com', '--password-stdin'];
    const { code, err } = await runCrm(args, { DATABASE_PATH: server.databasePath }, { input: '12345678\n' });
    expect([code, err]).toEqual([1, expect.stringContaining('de las más usadas')]);
  });
});

describe('reset-password', () => {
  test('prints an initial password, makes the old one useless and ends the sessions', async () => {
    const person = makePerson(server);
    const { code, out } = await crm('reset-password', '--email', person.email);
    expect(code).toBe(0);
    const password = /: (\S+)$/.exec(out.trim())?.[1] ?? '';
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
    expect((await signIn(person.email, PASSWORD)).status).toBe(401);
    expect((await signIn(person.email, password)).json.user.must_change_password).toBe(true);
  });

  test('--link has the server mail a link, and prints no password', async () => {
    const person = makePerson(server);
    const { code, out } = await crm('reset-password', '--email', person.email, '--link');
    expect([code, out]).toEqual([0, expect.not.stringContaining('ontraseña')]);
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
    const queued = withDatabase(server, (db) =>
      db.prepare("SELECT count(*) FROM deliveries WHERE event = 'mail.reset_by_admin'").pluck().get(),
    );
    expect(queued).toBe(1);
  });

  test('of nobody ends with 1', async () => {
    const { code, err } = await crm('reset-password', '--email', 'nadie@x.example.com');
    expect([code, err]).toEqual([1, expect.stringContaining('No hay ninguna cuenta')]);
  });
});

describe('check', () => {
  test('finds nothing wrong with a server that works', async () => {
    await submitEnquiry(server, validEnquiry);
    const receiver = await startReceiver();
    try {
      const { code, out, err } = await crmWith({ LEAD_WEBHOOK_URL: receiver.url }, 'check');
      expect([code, err]).toEqual([0, '']);
      expect(out).not.toContain('✗');
      for (const name of ['Ajustes', 'Base', 'Esquema', 'Contadores', 'Notas', 'Disco', 'Flujo'])
        expect(out).toMatch(new RegExp(`✓ ${name}`));
      expect(out).toMatch(/! Correo: falta SMTP_URL/);
    } finally {
      await receiver.stop();
    }
  });

  const damages: [string, string, string][] = [
    ['counters that drifted', "UPDATE lead_counters SET total = total + 1 WHERE estado = 'nuevo'", 'Contadores'],
    ['owners’ counters that drifted', 'UPDATE owner_counters SET total = total + 1', 'Responsables'],
    [
      'first contacts that drifted',
      'UPDATE leads SET answered_in = 1 WHERE first_contacted_at IS NULL',
      'Primeros contactos',
    ],
    ['note counts that drifted', 'UPDATE leads SET notes_count = 7 WHERE id = 1', 'Notas'],
    ['an index that is gone', 'DROP INDEX leads_scan', 'Esquema'],
    [
      'a row that names a missing one',
      "PRAGMA foreign_keys = OFF; INSERT INTO user_roles VALUES ('nadie', 'admin')",
      'Base',
    ],
  ];
  test.each(damages)('finds %s', async (_name, sql, finding) => {
    const damaged = await startServer();
    try {
      await submitEnquiry(damaged, validEnquiry);
      withDatabase(damaged, (db) => db.exec(sql));
      const { code, out } = await runCrm(['check', '--offline'], { DATABASE_PATH: damaged.databasePath });
      expect([code, out]).toEqual([1, expect.stringContaining(`✗ ${finding}:`)]);
    } finally {
      await damaged.stop();
    }
  });

  test.each([
    ['settings that cannot be used', { SITE_URL: 'x' }, 'Ajustes'],
    ['a workflow that is not there', { LEAD_WEBHOOK_URL: 'http://127.0.0.1:9/' }, 'Flujo de automatización'],
    ['a mail server that is not there', { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'a@b.co' }, 'Correo'],
  ])('finds %s', async (_name, env, finding) => {
    const { code, out } = await crmWith(env, 'check');
    expect([code, out]).toEqual([1, expect.stringContaining(`✗ ${finding}:`)]);
  });

  test('asks the destinations that administrators made, and tells which have paused by themselves', async () => {
    const [receiver, busy] = await Promise.all([startReceiver(), startServer()]);
    const insert = (url: string, pause: string | null) =>
      withDatabase(busy, (db) =>
        db
          .prepare(
            `INSERT INTO webhooks (url, host, events, pause, paused_at, active_since, created_at)
             VALUES (@url, @host, '[]', @pause, iif(@pause IS NULL, NULL, @now), @now, @now)`,
          )
          .run({ url, host: new URL(url).host, pause, now: '2026-01-01T00:00:00.000Z' }),
      );
    const check = () =>
      runCrm(['check'], {
        DATABASE_PATH: busy.databasePath,
        MAIL_DIR: busy.mailDir,
        WEBHOOK_ALLOW_PRIVATE: '127.0.0.1',
      });
    try {
      insert(receiver.url, null);
      insert('http://127.0.0.1:9/a-mano', 'hand');
      const good = await check();
      expect([good.code, good.err]).toEqual([0, '']);
      expect(good.out).toMatch(new RegExp(`✓ Destino: ${new URL(receiver.url).host} .*\\(200\\)`));
      expect(good.out).toContain('✓ Destino: 127.0.0.1:9: en pausa');
      insert('https://127.0.0.2/', null);
      insert('http://127.0.0.1:10/', 'failing');
      const bad = await check();
      expect(bad.code).toBe(1);
      expect(bad.out).toContain('✗ Destino: 127.0.0.2: A esa dirección no se puede enviar');
      expect(bad.out).toContain('✗ Destino: 127.0.0.1:10: se pausó solo');
    } finally {
      await Promise.all([receiver.stop(), busy.stop()]);
    }
  });

  test('finds a file that is no database', async () => {
    const path = join(server.folder, 'basura.sqlite');
    writeFileSync(path, 'basura '.repeat(1000));
    const { code, out } = await crmWith({ DATABASE_PATH: path }, 'check', '--offline');
    expect([code, out]).toEqual([1, expect.stringContaining('no se puede leer')]);
    writeFileSync(path, '');
    expect((await crmWith({ DATABASE_PATH: path }, 'check', '--offline')).out).toContain(
      `✗ Base: El archivo ${path} está vacío`,
    );
  });

  test('makes no database where there is none', async () => {
    const path = join(server.folder, 'nada', 'crm.sqlite');
    const { code, out } = await crmWith({ DATABASE_PATH: path }, 'check', '--offline');
    expect([code, out]).toEqual([1, expect.stringContaining(`✗ Base: no existe ${path}`)]);
    expect(() => statSync(path)).toThrow();
  });
});

describe('export', () => {
  test('ASVS 1.2.10: leads come as CSV without a cell that a spreadsheet would run', async () => {
    const hostile = {
      ...validEnquiry,
      nombre: '=HYPERLINK("http://evil.example.com")',
      email: 'csv@a.example.com',
    };
    await submitEnquiry(server, { ...hostile, mensaje: 'dos\nlíneas, y "comillas"' });
    const { code, out } = await crm('export', 'leads');
    expect(code).toBe(0);
    expect(out).toMatch(/^\ufeffid,nombre,email,/);
    expect(out).toContain(`"'=HYPERLINK(""http://evil.example.com"")",csv@a.example.com,'+5491155554444,Argentina`);
    expect(out).toContain('"dos\nlíneas, y ""comillas"""');
    expect(out).not.toMatch(/(^|,)"?[=+@]/m);
  });

  test('--output writes a file for its owner only, and never over another', async () => {
    const output = join(server.folder, 'leads.csv');
    expect((await crm('export', 'leads', '--output', output)).code).toBe(0);
    expect(statSync(output).mode & 0o777).toBe(0o600);
    const before = readFileSync(output);
    expect((await crm('export', 'leads', '--output', output)).code).toBe(1);
    expect(readFileSync(output)).toEqual(before);
  });
});

test('purge removes what has expired and nothing else', async () => {
  const [past, future] = ['2020-01-01T00:00:00.000Z', '2999-01-01T00:00:00.000Z'];
  const [expired, valid] = [makePerson(server), makePerson(server)];
  const replaced = `${server.databasePath}.reemplazada-2020-01-01T00-00-00-000Z`;
  writeFileSync(replaced, '');
  withDatabase(server, (db) => {
    const end = db.prepare('UPDATE sessions SET idle_expires_at = :at, expires_at = :at WHERE user_id = :id');
    end.run({ at: past, id: expired.id });
    const link = db.prepare(
      'INSERT INTO one_time_tokens (token_hash, purpose, user_id, expires_at, created_at) VALUES (?, ?, ?, ?, ?)',
    );
    const limit = db.prepare('INSERT INTO rate_limits (key, points, expire) VALUES (?, 1, ?)');
    const entry = db.prepare("INSERT INTO audit_events (type, subject_email, created_at) VALUES ('x', ?, ?)");
    for (const [name, at] of [
      ['vencida', past],
      ['vigente', future],
    ] as const) {
      link.run(Buffer.from(name), 'reset', valid.id, at, past);
      limit.run(name, at === past ? Date.parse(at) : Date.now() + 3_600_000);
      entry.run(name, at);
    }
  });
  const believe = (ago: number) =>
    withDatabase(server, (db) =>
      db.prepare('UPDATE clock SET believed_at = ?').run(new Date(Date.now() - ago).toISOString()),
    );
  const A_MONTH = 30 * 24 * 3_600_000;
  believe(A_MONTH);
  expect(await crm('purge'), 'the clock may be wrong').toMatchObject({
    code: 1,
    err: expect.stringContaining('--yes'),
  });
  expect(existsSync(replaced)).toBe(true);
  believe(0);
  const { code, out } = await crm('purge');
  expect([code, out]).toEqual([
    0,
    expect.stringMatching(/[1-9]\d* {2}sesiones, enlaces y altas sin verificar que vencieron/),
  ]);
  const left = withDatabase(server, (db) => {
    const list = (sql: string, ...values: string[]) =>
      db
        .prepare(sql)
        .pluck()
        .all(...values);
    return {
      links: list('SELECT CAST(token_hash AS TEXT) FROM one_time_tokens WHERE user_id = ?', valid.id),
      limits: list("SELECT key FROM rate_limits WHERE key LIKE 'v%'"),
      entries: list("SELECT subject_email FROM audit_events WHERE type = 'x'"),
      sessions: list('SELECT user_id FROM sessions'),
    };
  });
  expect(left).toMatchObject({ links: ['vigente'], limits: ['vigente'], entries: ['vigente'] });
  expect(left.sessions).toContain(valid.id);
  expect(left.sessions).not.toContain(expired.id);
  expect(existsSync(replaced)).toBe(false);
});

test('demo refuses a database that has users', async () => {
  makePerson(server);
  expect(await crm('demo')).toMatchObject({ code: 1, err: expect.stringContaining('ya tiene usuarios') });
});
