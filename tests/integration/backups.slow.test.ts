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
import type { Resting, RestingKind } from '~/shared/resting/resting';
import { confirmNow, makePerson } from '../support/accounts';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { addDevice, makeSubscription } from '../support/notices';
import { startServer, type TestServer } from '../support/server';
import { callAs } from '../support/tokens';

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
      expect.stringMatching(/! Respaldos: el último es de hace menos de una hora.*todavía no llegó/),
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
      // A backup that reads meanwhile keeps the log, and what stands in it would mend the file.
      const truncate = () => withDatabase(scheduled, (db) => db.pragma('wal_checkpoint(TRUNCATE)'));
      await expect.poll(truncate).toMatchObject([{ busy: 0 }]);
      const page = withDatabase(scheduled, (db) => {
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
    expect((await run('check', '--offline')).out).toContain('Respaldos: el último es de hace 40 horas');
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
      await scheduled.printed(
        /"event":"backup_failed","reason":"[^"]*es-un-archivo es un archivo, y tiene que ser una carpeta/,
      );
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
    const newest = db.prepare('SELECT max(version) AS last, * FROM schema_migrations').get() as { last: number };
    const { last, ...applied } = newest;
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
    const made = new Sqlite(join(home, 'backups', name));
    made.prepare('INSERT INTO schema_migrations VALUES (:version, :name, :sha256, :applied_at)').run(applied);
    made.close();
    expect(await run('restore', join(home, 'backups', name))).toMatchObject({ code: 0 });
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

  test('lets nobody in who could not any more, and by nothing that was taken away, also when it is repeated', async () => {
    const named = (name: string, more: object = {}) =>
      makePerson(server, { name, email: `${name}@vuelve.example.com`, ...more });
    const admin = named('jefa', { roles: ['admin'] });
    const [suspended, renewed, former, gone] = [
      named('suspendida'),
      named('renovada'),
      named('degradada', { roles: ['admin'] }),
      named('eliminada'),
    ];
    const at = '2026-01-01T00:00:00.000Z';
    const write = (sql: string, ...values: unknown[]) => withDatabase(server, (db) => db.prepare(sql).run(...values));
    for (const id of ['se-quita', 'se-queda'])
      write(
        `INSERT INTO passkeys (id, user_id, credential_id, user_handle, public_key, counter, transports, is_synced, name, created_at)
         VALUES (?, ?, ?, 'x', x'00', 0, '[]', 0, ?, ?)`,
        ...[id, renewed.id, id, id, at],
      );
    write('INSERT INTO totp (user_id, secret, set_at) VALUES (?, ?, ?)', renewed.id, Buffer.from('caja'), at);
    write("INSERT INTO companies (name, created_at) VALUES ('Se Cierra', ?)", at);
    const backup = await makeBackup();

    const change = async (path: string, body: object) => {
      confirmNow(server, admin);
      const answer = await call(server, path, { method: 'PATCH', cookie: admin.cookie, body });
      expect(answer.status, path).toBe(200);
    };
    await change(`/api/profiles/${suspended.id}`, { status: 'suspended' });
    await change(`/api/team/${former.id}`, { role: 'staff' });
    write("UPDATE users SET password_hash = 'la última' WHERE id = ?", renewed.id);
    write("DELETE FROM passkeys WHERE id = 'se-quita'");
    write('UPDATE totp SET secret = ? WHERE user_id = ?', Buffer.from('otra'), renewed.id);
    write("UPDATE companies SET status = 'inactive' WHERE name = 'Se Cierra'");
    const later = await makeBackup();
    write('DELETE FROM users WHERE id = ?', gone.id);
    await server.stop({ keep: true });

    const access = () => {
      const db = new Sqlite(server.databasePath, { readonly: true });
      const all = (sql: string, ...values: string[]) =>
        db
          .prepare(sql)
          .pluck()
          .all(...values);
      const found = {
        statuses: all('SELECT status FROM profiles WHERE id IN (?, ?)', suspended.id, gone.id),
        admins: all("SELECT user_id FROM user_roles WHERE role = 'admin' AND user_id = ?", former.id),
        passwords: all('SELECT password_hash FROM users WHERE id = ?', renewed.id),
        passkeys: all('SELECT id FROM passkeys ORDER BY id'),
        factors: all('SELECT CAST(secret AS TEXT) FROM totp'),
        companies: all("SELECT status FROM companies WHERE name = 'Se Cierra'"),
      };
      db.close();
      return found;
    };
    const ended = {
      ...{ statuses: ['suspended', 'suspended'], admins: [], passwords: ['la última'], passkeys: ['se-queda'] },
      ...{ factors: ['otra'], companies: ['inactive'] },
    };
    for (const _ of ['once', 'again']) {
      const { code, out } = await crm('restore', backup);
      expect([code, out]).toEqual([0, expect.stringContaining('valen como en la base que había')]);
      expect(access()).toEqual(ended);
    }
    // One of a later day is no continuation of what an older one left, and still lets nobody in who is suspended here.
    expect((await crm('restore', later)).out).toMatch(/Quedan suspendidas: .*eliminada@vuelve[\s\S]*No había una base/);
    expect(access()).toEqual(ended);
    await restart();

    // A database created by a start after a loss knows nothing of erased people.
    const { path, run } = makeDatabase();
    const fresh = new Sqlite(path);
    fresh.exec("UPDATE schema_migrations SET applied_at = '2026-02-02T00:00:00.000Z'");
    fresh.close();
    const other = await run('restore', backup);
    expect([other.code, other.out]).toEqual([
      0,
      expect.stringContaining('No había una base que fuera la continuación'),
    ]);
  });

  test('leaves all that gives access without a sign-in to rest until an administrator confirms each', async () => {
    const admin = makePerson(server, { name: 'Jefa', roles: ['admin'] });
    const api = async (path: string, { method = 'POST', body = {}, cookie = admin.cookie } = {}) => {
      confirmNow(server, admin);
      const { status, json } = await call(server, path, { method, cookie, ...(method !== 'GET' && { body }) });
      expect(status, path).toBeLessThan(300);
      return json;
    };
    const revoked = await api('/api/tokens', { body: { name: 'Robot', scopes: ['read'] } });
    const kept = await api('/api/tokens', { body: { name: 'Otro robot', scopes: ['read'] } });
    const calendar = new URL((await api('/api/account/calendar')).url).pathname;
    await addDevice(server, admin, makeSubscription());
    await api('/api/team/invitations', { body: { email: 'invitada@vuelve.example.com', role: 'staff' } });
    withDatabase(server, (db) =>
      db.exec(`INSERT INTO webhooks (url, host, events, active_since, created_at)
         VALUES ('https://antes.example.com/a', 'antes.example.com', '[]', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z');
         INSERT INTO whatsapp_connection (id, phone_number_id, display_phone_number, token_box, app_secret_box,
         verify_token_box, connected_at) VALUES (1, '1', '+54 11', x'00', x'00', x'00', '2026-01-01T00:00:00.000Z')`),
    );
    const backup = await makeBackup();
    await api(`/api/tokens/${revoked.token.id}`, { method: 'DELETE' });
    await server.stop({ keep: true });
    const { out } = await crm('restore', backup);
    expect(out).toMatch(
      /En reposo .*: 2 tokens, 1 destino de avisos, 1 conexión de WhatsApp, 1 dirección de calendario, 1 dispositivo con avisos, 1 invitación\./,
    );
    await restart();

    const again = makePerson(server, { name: 'Otra jefa', roles: ['admin'] });
    const as = async (path: string, method = 'POST') => {
      confirmNow(server, again);
      return call(server, path, { method, cookie: again.cookie, ...(method !== 'GET' && { body: {} }) });
    };
    const works = async () => [
      (await callAs(server, { secret: revoked.secret }, '/api/leads?limit=1')).status,
      (await callAs(server, { secret: kept.secret }, '/api/leads?limit=1')).status,
      (await call(server, calendar)).status,
      withDatabase(server, (db) =>
        db.prepare('SELECT count(*) FROM push_subscriptions WHERE rests_since IS NULL').pluck().get(),
      ),
    ];
    expect(await works()).toEqual([401, 401, 404, 0]);
    const resting = async () => (await as('/api/resting', 'GET')).json.resting as Resting[];
    const found = await resting();
    expect(found.map(({ kind }) => kind).sort()).toEqual([
      'calendar',
      'device',
      'invitation',
      'token',
      'token',
      'webhook',
      'whatsapp',
    ]);
    expect((await as('/users', 'GET')).text).toContain('7 accesos en reposo');
    const idOf = (kind: RestingKind) => found.find((one) => one.kind === kind)?.id;
    for (const path of [
      `tokens/${kept.token.id}/confirm`,
      `webhooks/${idOf('webhook')}/confirm`,
      'whatsapp/confirm',
      `calendars/${idOf('calendar')}/confirm`,
      `devices/${idOf('device')}/confirm`,
      `team/invitations/${idOf('invitation')}/resend`,
    ])
      expect((await as(`/api/${path}`)).status, path).toBeLessThan(300);
    expect(await works()).toEqual([401, 200, 200, 1]);
    expect((await as(`/api/tokens/${revoked.token.id}`, 'DELETE')).status).toBe(204);
    expect(await resting()).toEqual([]);
    const audited = withDatabase(server, (db) =>
      db.prepare("SELECT type FROM audit_events WHERE actor_id = ? AND type LIKE '%_confirmed'").pluck().all(again.id),
    );
    expect(audited.sort()).toEqual([
      'calendar_address_confirmed',
      'push_device_confirmed',
      'token_confirmed',
      'webhook_confirmed',
      'whatsapp_confirmed',
    ]);
  });

  test('sends nothing that waited in the backup', async () => {
    const { path, run } = makeDatabase();
    const db = new Sqlite(path);
    db.exec(`
      INSERT INTO deliveries (message_id, kind, event, lead_id, payload, waits, planned_at, next_attempt_at, created_at)
      SELECT value ->> 0, value ->> 1, 'test', 1, '{}', value ->> 2, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
      FROM json_each('[["first", "webhook", 0], ["waits", "webhook", 1], ["mail", "mail", 0]]')`);
    db.close();
    const backup = /verificado: (\S+)/.exec((await run('backup')).out)?.[1] ?? '';
    expect((await run('restore', backup)).out).toContain('Retenido, porque no se sabe si ya había salido: 3 envíos.');
    const restored = new Sqlite(path, { readonly: true });
    const rows = restored.prepare('SELECT state, waits, last_error FROM deliveries').raw().all();
    restored.close();
    expect(rows).toEqual(Array(3).fill(['failed', 0, expect.stringContaining('Reenvialo o descartalo')]));
  });

  test('replaces a database too damaged to open, together with its log', async () => {
    const { path, run } = makeDatabase();
    const backup = /verificado: (\S+)/.exec((await run('backup')).out)?.[1] ?? '';
    const before = fingerprint(path);
    writeFileSync(path, 'basura '.repeat(2000));
    writeFileSync(`${path}-wal`, 'más basura');
    expect(await run('restore', backup)).toMatchObject({
      code: 0,
      out: expect.stringContaining('No había una base que fuera la continuación'),
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
