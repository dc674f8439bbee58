import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { confirmNow, makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { startServer, type TestServer } from '../support/server';

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await startServer();
  folder = join(server.folder, 'backups');
});
afterAll(() => server.stop());

const crm = (...args: string[]) => runCrm(args, { DATABASE_PATH: server.databasePath });
const restart = async () => {
  server = await startServer({ folder: server.folder });
};
const backupsIn = (path: string) =>
  (existsSync(path) ? readdirSync(path) : []).filter((name) => name.endsWith('.sqlite'));

async function makeBackup(): Promise<string> {
  const { code, out } = await crm('backup');
  expect(code).toBe(0);
  return /verificado: (\S+)/.exec(out)?.[1] ?? '';
}

/** Row count and content checksum of every table, except those a restore leaves out, and what it lets rest or holds. */
function fingerprint(path: string): Record<string, string> {
  const db = new Sqlite(path, { readonly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .pluck()
    .all() as string[];
  const entries = tables
    .filter((table) => table !== 'sessions' && table !== 'one_time_tokens')
    .map((table) => {
      const rows = db.prepare<[], object>(`SELECT * FROM ${table}`).all();
      const settled = table === 'deliveries' ? ['state', 'finished_at', 'last_error', 'waits'] : [];
      for (const row of rows)
        for (const column of ['rests_since', 'ended_at', ...settled]) Reflect.deleteProperty(row, column);
      return [table, `${rows.length} ${createHash('sha256').update(JSON.stringify(rows)).digest('hex')}`];
    });
  db.close();
  return Object.fromEntries(entries);
}

/** A database in its own folder, open in no server. */
function makeDatabase() {
  const home = mkdtempSync(join(tmpdir(), 'crm-backups-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const path = join(home, 'crm.sqlite');
  copyFileSync(process.env.CRM_TEST_EMPTY_DATABASE ?? '', path);
  return { home, path, run: (...args: string[]) => runCrm(args, { DATABASE_PATH: path }) };
}

function writeLead(db: Sqlite.Database): void {
  db.prepare(
    `INSERT INTO leads (nombre, email, email_key, source, created_at, last_activity_at)
     VALUES ('Ana', 'a@x.co', 'a@x.co', 'landing', :at, :at)`,
  ).run({ at: '2026-01-01T00:00:00.000Z' });
}

describe('a backup', () => {
  test('leaves one checked file that only its owner may read, and keeps the newest --keep', async () => {
    rmSync(folder, { recursive: true, force: true });
    const first = await makeBackup();
    expect(statSync(first).mode & 0o777).toBe(0o600);
    await makeBackup();
    const { out } = await crm('backup', '--keep', '2');
    expect(out).toContain(`Borrado por viejo: ${first}`);
    expect(backupsIn(folder)).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(2);
  });

  test('with a date ahead is never the last one, for the schedule, the measures and the check', async () => {
    const ahead = join(folder, 'crm-2999-01-01T00-00-00-000Z.sqlite');
    copyFileSync(await makeBackup(), ahead);
    for (const name of backupsIn(folder)) if (!ahead.endsWith(name)) rmSync(join(folder, name));
    await server.stop({ keep: true });
    server = await startServer({ folder: server.folder, env: { BACKUP_EVERY_HOURS: '24' } });
    await server.printed(/"event":"backed_up","path":"[^"]+-20\d\d-/);
    expect(backupsIn(folder)).toHaveLength(2);
    const { code, out } = await crm('check', '--offline');
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/! Respaldos: el último es de hace 0\.0 horas.*todavía no llegó/),
    ]);
    const measured = /^crm_last_backup_timestamp_seconds (\S+)$/m.exec((await call(server, '/metrics')).text);
    expect(Number(measured?.[1]) * 1000).toBeLessThanOrEqual(Date.now());
  });

  test('is made at the first start, and no second one soon after', async () => {
    const first = await startServer({ env: { BACKUP_EVERY_HOURS: '24' } });
    try {
      await first.printed(/"event":"backed_up"/);
      const made = backupsIn(join(first.folder, 'backups'));
      expect(made).toHaveLength(1);
      await first.stop({ keep: true });
      const again = await startServer({ folder: first.folder, env: { BACKUP_EVERY_HOURS: '24' } });
      // The daily check runs after the backup, had one been due.
      await again.printed(/"event":"checked","problems":0/);
      expect((await call(again, '/metrics')).text).toMatch(/^crm_backup_failed 0$[\s\S]*^crm_check_problems 0$/m);
      expect(backupsIn(join(first.folder, 'backups'))).toEqual(made);
      await again.stop({ keep: true });
    } finally {
      rmSync(first.folder, { recursive: true, force: true });
    }
  });

  test('that fails is told by log, measures and check; so is damage inside the file', async () => {
    const scheduled = await startServer({ env: { BACKUP_EVERY_HOURS: '0.0003', BACKUP_KEEP: '1' } });
    try {
      await submitEnquiry(scheduled, validEnquiry);
      await scheduled.printed(/"event":"backed_up"/);
      const page = withDatabase(scheduled, (db) => {
        db.pragma('wal_checkpoint(TRUNCATE)');
        const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'leads_by_notes'").pluck();
        return Number(root.get());
      });
      const file = openSync(scheduled.databasePath, 'r+');
      writeSync(file, Buffer.alloc(4096, 'x'), 0, 4096, (page - 1) * 4096);
      closeSync(file);
      await scheduled.printed(/"event":"backup_failed","reason":"[^"]*(dañad|malformed)/);
      await scheduled.printed(/"event":"check_failed","problems":\["✗ Base: /);
      await expect
        .poll(async () => (await call(scheduled, '/metrics')).text)
        .toMatch(/^crm_backup_failed 1$[\s\S]*^crm_check_problems [1-9]/m);
      const checked = await runCrm(['check', '--offline'], { DATABASE_PATH: scheduled.databasePath });
      expect(checked).toMatchObject({ code: 1, out: expect.stringContaining('✗ Base: ') });
    } finally {
      await scheduled.stop();
    }
  });

  test('that would fail fails the check already, and the age of the last one is told', async () => {
    const { home, path, run } = makeDatabase();
    const old = new Date(Date.now() - 40 * 3_600_000).toISOString().replace(/[:.]/g, '-');
    const { out: made } = await run('backup');
    renameSync(/verificado: (\S+)/.exec(made)?.[1] ?? '', join(home, 'backups', `crm-${old}.sqlite`));
    expect((await run('check', '--offline')).out).toContain('Respaldos: el último es de hace 40.0 horas');
    const obstacle = join(home, 'es-un-archivo');
    writeFileSync(obstacle, '');
    const env = { DATABASE_PATH: path, BACKUP_DIR: join(obstacle, 'respaldos') };
    const { code, out } = await runCrm(['check', '--offline'], env);
    expect([code, out]).toEqual([1, expect.stringContaining('✗ Respaldos: ')]);
  });

  test('that fails on schedule is logged with its reason', async () => {
    const obstacle = join(server.folder, 'es-un-archivo');
    writeFileSync(obstacle, '');
    const scheduled = await startServer({ env: { BACKUP_EVERY_HOURS: '0.0003', BACKUP_DIR: obstacle } });
    try {
      await scheduled.printed(/"event":"backup_failed","reason":"[^"]*ENOTDIR/);
      expect((await submitEnquiry(scheduled, validEnquiry)).status).toBe(303);
    } finally {
      await scheduled.stop();
    }
  });

  test('of a damaged database is refused, and no file stays that looks like one', async () => {
    const { home, path, run } = makeDatabase();
    truncateSync(path, 40_960);
    const { code, err } = await run('backup');
    expect([code, err]).toEqual([1, expect.stringMatching(/dañad|malformed/)]);
    expect(backupsIn(join(home, 'backups'))).toEqual([]);
  });

  test('is made by itself before a database in use is migrated', async () => {
    const { home, path, run } = makeDatabase();
    const db = new Sqlite(path);
    writeLead(db);
    const last = db.prepare('SELECT max(version) FROM schema_migrations').pluck().get();
    // As an older release left it, as far as the start can tell: the newest migration is missing.
    db.exec(`DELETE FROM schema_migrations WHERE version = ${last}`);
    db.close();
    await run('check', '--offline');
    expect(readdirSync(home)).not.toContain('backups');
    await run('purge');
    const [name = ''] = backupsIn(join(home, 'backups'));
    expect(name).toMatch(new RegExp(`^crm-antes-de-${String(last).padStart(4, '0')}-`));
    expect(fingerprint(join(home, 'backups', name)).leads).toMatch(/^1 /);
    // Its schema is the newest, so no migration can bring it there again.
    expect(await run('restore', join(home, 'backups', name), '--as-it-was')).toMatchObject({ code: 0 });
  });
});

test('on schedule one of two processes on one database makes the backups, and the other goes on when that one has ended', async () => {
  const env = { BACKUP_EVERY_HOURS: '0.0003' };
  const first = await startServer({ env });
  await first.printed(/"event":"backed_up","path":"[^"]+\.sqlite"/);
  expect(backupsIn(join(first.folder, 'backups')).length).toBeGreaterThan(0);
  const second = await startServer({ folder: first.folder, env });
  const made = 'backed_up';
  try {
    const later = first.output().split(made).length + 2;
    await expect.poll(() => first.output().split(made).length).toBeGreaterThanOrEqual(later);
    expect(second.output()).not.toContain(made);
    await first.stop({ keep: true });
    await second.printed(/"event":"backed_up"/);
  } finally {
    await second.stop();
  }
});

describe('a restoration', () => {
  test('refuses while a server has the database open, and changes nothing', async () => {
    const backup = await makeBackup();
    const { code, err } = await crm('restore', backup);
    expect([code, err]).toEqual([1, expect.stringContaining('Detenelo antes de restaurar')]);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    expect(readdirSync(server.folder).filter((name) => /restaurando|reemplazada/.test(name))).toEqual([]);
  });

  test('keeps what it replaces, and ends every session', async () => {
    const person = makePerson(server);
    const backup = await makeBackup();
    await submitEnquiry(server, { ...validEnquiry, email: 'posterior@a.example.com' });
    await server.stop({ keep: true });
    const { code, out } = await crm('restore', backup);
    expect(code).toBe(0);
    const kept = /quedó en (\S+)/.exec(out)?.[1] ?? '';
    const old = new Sqlite(kept, { readonly: true });
    expect(old.prepare('SELECT email FROM leads').pluck().all()).toContain('posterior@a.example.com');
    old.close();
    await restart();
    const emails = withDatabase(server, (db) => db.prepare('SELECT email FROM leads').pluck().all());
    expect(emails).not.toContain('posterior@a.example.com');
    expect((await call(server, '/api/leads', { cookie: person.cookie })).status).toBe(401);
  });

  test('leaves ended what was ended after the backup, says each, and brings it back only where that is asked for', async () => {
    const named = (name: string, more: object = {}) =>
      makePerson(server, { name, email: `${name}@vuelve.example.com`, ...more });
    const admin = named('jefa', { roles: ['admin'] });
    const [suspended, renewed, former] = [
      named('suspendida'),
      named('renovada'),
      named('degradada', { roles: ['admin'] }),
    ];
    const api = (path: string, body: object, method = 'POST') => {
      confirmNow(server, admin);
      return call(server, path, { method, cookie: admin.cookie, body });
    };
    const made = await api('/api/tokens', { name: 'Robot', scope: 'read' });
    expect(made.status).toBe(201);
    const at = '2026-01-01T00:00:00.000Z';
    const write = (sql: string, ...values: unknown[]) => withDatabase(server, (db) => db.prepare(sql).run(...values));
    for (const id of ['se-quita', 'se-queda'])
      write(
        `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name, created_at)
         VALUES (?, ?, ?, 'x', x'00', 0, '[]', 0, ?, ?)`,
        ...[id, renewed.id, id, id, at],
      );
    write('INSERT INTO totp (user_id, secret, set_at) VALUES (?, ?, ?)', renewed.id, Buffer.from('caja'), at);
    write('INSERT INTO calendar_feeds VALUES (?, ?, ?)', renewed.id, Buffer.alloc(32, 1), at);
    for (const endpoint of ['https://se-quita', 'https://se-queda'])
      write(
        `INSERT INTO push_subscriptions (user_id, endpoint, p256dh, auth, session_hash, created_at) VALUES (?, ?, 'x', 'x', x'00', ?)`,
        ...[renewed.id, endpoint, at],
      );
    for (const host of ['antes.example.com', 'se-quita.example.com'])
      write(
        'INSERT INTO webhooks (url, host, events, active_since, created_at) VALUES (?, ?, ?, ?, ?)',
        ...[`https://${host}/a`, host, '["lead.created"]', at, at],
      );
    write(
      "INSERT INTO webhook_secrets (webhook_id, box, created_at) SELECT id, CAST('se filtró' AS BLOB), ? FROM webhooks",
      at,
    );
    write(
      `INSERT INTO whatsapp_connection (id, phone_number_id, display_phone_number, token_box, app_secret_box,
         verify_token_box, connected_at) VALUES (1, '1', '+54 11', CAST('se filtró' AS BLOB), x'00', x'00', ?)`,
      at,
    );
    write("INSERT INTO companies (name, created_at) VALUES ('Se Cierra', ?)", at);
    const backup = await makeBackup();

    expect((await api(`/api/profiles/${suspended.id}`, { status: 'suspended' }, 'PATCH')).status).toBe(200);
    expect((await api(`/api/team/${former.id}`, { role: 'staff' }, 'PATCH')).status).toBe(200);
    expect((await api(`/api/tokens/${made.json.token.id}`, {}, 'DELETE')).status).toBe(204);
    write("UPDATE users SET password_hash = 'la última' WHERE id = ?", renewed.id);
    write("DELETE FROM passkeys WHERE id = 'se-quita'");
    write('DELETE FROM totp WHERE user_id = ?', renewed.id);
    write('DELETE FROM calendar_feeds WHERE user_id = ?', renewed.id);
    write("DELETE FROM push_subscriptions WHERE endpoint = 'https://se-quita'");
    write("DELETE FROM webhooks WHERE host = 'se-quita.example.com'");
    write('UPDATE webhooks SET events = ?, made_by = ?', '["lead.deleted"]', makePerson(server).id);
    write("UPDATE webhook_secrets SET box = CAST('nuevo' AS BLOB)");
    write("UPDATE whatsapp_connection SET token_box = CAST('nuevo' AS BLOB), made_by = ?", makePerson(server).id);
    write("UPDATE companies SET status = 'inactive' WHERE name = 'Se Cierra'");
    await server.stop({ keep: true });

    const access = () => {
      const db = new Sqlite(server.databasePath, { readonly: true });
      const all = (sql: string) => db.prepare(sql).pluck().all();
      const found = {
        statuses: all(`SELECT status FROM profiles WHERE id = '${suspended.id}'`),
        admins: all(`SELECT user_id FROM user_roles WHERE user_id = '${former.id}'`),
        tokens: all('SELECT token_hash IS NOT NULL FROM api_tokens'),
        passwords: all(`SELECT password_hash = 'la última' FROM users WHERE id = '${renewed.id}'`),
        passkeys: all('SELECT id FROM passkeys ORDER BY id'),
        factors: all('SELECT user_id FROM totp'),
        calendars: all('SELECT user_id FROM calendar_feeds'),
        devices: all('SELECT endpoint FROM push_subscriptions ORDER BY endpoint'),
        companies: all("SELECT status FROM companies WHERE name = 'Se Cierra'"),
        calls: all('SELECT host || events FROM webhooks WHERE removed_at IS NULL ORDER BY host'),
        secrets: all('SELECT CAST(box AS TEXT) FROM webhook_secrets ORDER BY id'),
        whatsapp: all('SELECT CAST(token_box AS TEXT) FROM whatsapp_connection'),
        working: all(
          'SELECT id FROM webhooks WHERE rests_since IS NULL AND removed_at IS NULL UNION ALL SELECT 0 FROM whatsapp_connection WHERE rests_since IS NULL',
        ).length,
      };
      db.close();
      return found;
    };
    const ended = {
      ...{ statuses: ['suspended'], admins: [], tokens: [0], passwords: [1], passkeys: ['se-queda'] },
      ...{ factors: [], calendars: [], devices: ['https://se-queda'], companies: ['inactive'] },
      ...{ calls: ['antes.example.com["lead.deleted"]'], secrets: ['nuevo'], whatsapp: ['nuevo'], working: 0 },
    };
    expect(access()).toEqual({ ...ended, working: 2 });
    const changes = [
      'Vuelve a estar activa: suspendida@vuelve.example.com',
      'Vuelve a administrar: degradada@vuelve.example.com',
      'Vuelve la contraseña anterior de renovada@vuelve.example.com',
      'Vuelve la clave de acceso «se-quita» de renovada@vuelve.example.com',
      'Vuelve la verificación en dos pasos que se quitó a renovada@vuelve.example.com',
      'Vuelve el token «Robot»',
      'Vuelve la dirección del calendario anterior de renovada@vuelve.example.com',
      'Vuelve a recibir avisos un dispositivo de renovada@vuelve.example.com: Navegador desconocido',
      'Vuelve a como era el destino antes.example.com',
      'Vuelve el destino se-quita.example.com',
      'Vuelve la conexión anterior de WhatsApp, +54 11',
      'Vuelve a estar activa la inmobiliaria «Se Cierra»',
    ];
    const later = await crm('restore', backup);
    expect(later.code).toBe(0);
    for (const change of changes) expect(later.out).toContain(`  ${change} → queda`);
    expect(later.out.match(/ → queda/g)).toHaveLength(changes.length);
    expect(access()).toEqual(ended);
    expect(later.out).toMatch(/En reposo hasta que .*: .*2 destinos de avisos, la conexión de WhatsApp\./);

    const asItWas = await crm('restore', backup, '--as-it-was');
    for (const change of changes) expect(asItWas.out).toContain(`  ${change}\n`);
    expect(access()).toEqual({
      ...{
        statuses: ['active'],
        admins: [former.id],
        tokens: [1],
        passwords: [0],
        passkeys: ['se-queda', 'se-quita'],
      },
      ...{ factors: [renewed.id], calendars: [renewed.id], companies: ['active'] },
      devices: ['https://se-queda', 'https://se-quita'],
      calls: ['antes', 'se-quita'].map((name) => `${name}.example.com["lead.created"]`),
      ...{ secrets: ['se filtró', 'se filtró'], whatsapp: ['se filtró'], working: 3 },
    });
    await restart();

    // A database created by a start after a loss knows nothing of erased people.
    const { path, run } = makeDatabase();
    const fresh = new Sqlite(path);
    fresh.exec("UPDATE schema_migrations SET applied_at = '2026-02-02T00:00:00.000Z'");
    fresh.close();
    const other = await run('restore', backup);
    expect([other.code, other.out]).toEqual([0, expect.stringContaining('no es la continuación de este respaldo')]);
  });

  test('sends nothing again that had gone out since, holds what it cannot know, and says how much of each', async () => {
    const { path, run } = makeDatabase();
    const edit = (sql: string) => {
      const db = new Sqlite(path);
      db.exec(sql);
      db.close();
    };
    const states = () => {
      const db = new Sqlite(path, { readonly: true });
      const rows = db
        .prepare('SELECT message_id, state, waits, last_error IS NULL AS silent FROM deliveries')
        .raw()
        .all();
      db.close();
      return rows;
    };
    edit(`
      INSERT INTO deliveries (message_id, kind, event, lead_id, payload, waits, planned_at, next_attempt_at, created_at)
      SELECT value ->> 0, value ->> 1, 'test', 1, '{}', value ->> 2, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      FROM json_each('[["gone", "webhook", 0], ["waits", "webhook", 1], ["unknown", "mail", 0]]')`);
    const backup = /verificado: (\S+)/.exec((await run('backup')).out)?.[1] ?? '';
    edit(`UPDATE deliveries SET state = 'sent', finished_at = '2026-01-02T00:00:00.000Z' WHERE message_id = 'gone';
          DELETE FROM deliveries WHERE message_id = 'unknown'`);
    const { out } = await run('restore', backup);
    expect(out).toMatch(/así que no salen otra vez: 1 webhook\./);
    expect(out).toMatch(/salen al arrancar: 1 webhook\./);
    expect(out).toMatch(/Retenidos, .*: 1 correo\./);
    expect(states()).toEqual([
      ['gone', 'sent', 0, 1],
      ['waits', 'pending', 0, 1],
      ['unknown', 'failed', 0, 0],
    ]);

    writeFileSync(path, 'basura '.repeat(2000));
    expect((await run('restore', backup)).out).toMatch(/Retenidos, .*: 2 webhooks, 1 correo\./);
    expect(states().map((row) => (row as unknown[])[1])).toEqual(['failed', 'failed', 'failed']);
  });

  test('replaces a database too damaged to open, together with its log', async () => {
    const { path, run } = makeDatabase();
    const backup = /verificado: (\S+)/.exec((await run('backup')).out)?.[1] ?? '';
    const before = fingerprint(path);
    writeFileSync(path, 'basura '.repeat(2000));
    writeFileSync(`${path}-wal`, 'más basura');
    expect(await run('restore', backup)).toMatchObject({
      code: 0,
      out: expect.stringContaining('La base que había no se puede leer, así que no se comparó'),
    });
    expect(fingerprint(path)).toEqual(before);
  });

  test('serve under load, back up, lose the database, restore, and everything is as it was', async () => {
    const acknowledged: string[] = [];
    let serving = true;
    const load = [0, 1].map(async (client) => {
      for (let i = 0; serving; i++) {
        const email = `carga-${client}-${i}@a.example.com`;
        const { status } = await submitEnquiry(server, { ...validEnquiry, email });
        expect(status).toBe(303);
        acknowledged.push(email);
      }
    });
    await expect.poll(() => acknowledged.length, { interval: 10 }).toBeGreaterThan(20);
    const before = [...acknowledged];
    const backup = await makeBackup();
    serving = false;
    await Promise.all(load);

    await server.stop({ keep: true });
    for (const suffix of ['', '-wal', '-shm']) rmSync(server.databasePath + suffix, { force: true });
    expect(await crm('restore', backup), 'is asked for twice where there is none').toMatchObject({ code: 1 });
    const restored = await crm('restore', backup, '--yes');
    expect(restored).toMatchObject({ code: 0, err: '' });
    expect(fingerprint(server.databasePath)).toEqual(fingerprint(backup));

    await restart();
    const emails = withDatabase(server, (db) => db.prepare('SELECT email FROM leads ORDER BY id').pluck().all());
    expect(emails).toEqual(expect.arrayContaining(before));
    const { cookie } = makePerson(server);
    expect((await call(server, '/api/leads/counters', { cookie })).json.total).toBe(emails.length);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
  });
});

describe('restore refuses', () => {
  const unfit: [string, (path: string, backup: string) => void, RegExp][] = [
    ['a file that is not there', () => {}, /No existe/],
    ['an empty file', (path) => writeFileSync(path, ''), /está vacío/],
    ['garbage', (path) => writeFileSync(path, 'basura '.repeat(2000)), /dañado o no es una base/],
    [
      'a truncated backup',
      (path, backup) => {
        copyFileSync(backup, path);
        truncateSync(path, Math.floor(statSync(path).size / 8192) * 4096);
      },
      /dañad/,
    ],
    [
      'a backup with a damaged page',
      (path, backup) => {
        copyFileSync(backup, path);
        const db = new Sqlite(path);
        db.unsafeMode().pragma('writable_schema = ON');
        const root = db.prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'leads_by_notes'").pluck().get();
        db.exec(`UPDATE sqlite_schema SET rootpage = ${root} WHERE name = 'leads_by_estado'`);
        db.close();
      },
      /dañado/,
    ],
    [
      'a row that names a missing one',
      (path, backup) => {
        copyFileSync(backup, path);
        const db = new Sqlite(path);
        db.pragma('foreign_keys = OFF');
        db.exec("INSERT INTO user_roles (user_id, role) VALUES ('nadie', 'admin')");
        db.close();
      },
      /users que no existe/,
    ],
    [
      'another program’s database',
      (path) => new Sqlite(path).exec('CREATE TABLE otra (x)').close(),
      /de otro programa/,
    ],
    [
      'a backup of a newer version',
      (path, backup) => {
        copyFileSync(backup, path);
        new Sqlite(path).exec("INSERT INTO schema_migrations VALUES (9999, '9999_futuro.sql', 'x', '2030')").close();
      },
      /versión más nueva/,
    ],
  ];

  test('what is no backup of this version, says why, and changes nothing', async () => {
    const { home, path, run } = makeDatabase();
    const backup = /verificado: (\S+)/.exec((await run('backup')).out)?.[1] ?? '';
    const db = new Sqlite(path);
    writeLead(db);
    db.close();
    const before = fingerprint(path);
    for (const [index, [name, make, sentence]] of unfit.entries()) {
      const candidate = join(home, `candidata-${index}.sqlite`);
      make(candidate, backup);
      const { code, err } = await run('restore', candidate);
      expect.soft([name, code, err]).toEqual([name, 1, expect.stringMatching(sentence)]);
      expect.soft(fingerprint(path), name).toEqual(before);
      expect
        .soft(
          readdirSync(home).filter((file) => /restaurando|reemplazada/.test(file)),
          name,
        )
        .toEqual([]);
    }
  });
});
