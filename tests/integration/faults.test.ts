import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  mkdtempSync,
  openSync,
  rmSync,
  statfsSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { describe, expect, type TestContext, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { runCrm } from '../support/crm';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { fillWithLeads } from '../support/many-leads';
import { startReceiver } from '../support/receiver';
import { spawnServer, startServer, type TestServer } from '../support/server';

const countLeads = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads').pluck().get());

describe('a full disk', () => {
  const ballastBytes = 8 * 2 ** 20;
  /** To delete them takes some three times what the ballast holds in the log. */
  const MANY = 300;

  /** A disk of 48 MB. */
  function mountSmallDisk(context: TestContext): string {
    const home = mkdtempSync(join(tmpdir(), 'crm-small-disk-'));
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=48m', 'tmpfs', home]).status === 0) return home;
    rmSync(home, { recursive: true });
    context.skip('needs to mount a small tmpfs, which only root may');
  }

  function unmount(home: string): void {
    spawnSync('umount', ['-l', home]);
    rmSync(home, { recursive: true, force: true });
  }

  test('refuses enquiries with the form and what was typed, lets staff read and delete, and heals', async (context) => {
    const home = mountSmallDisk(context);
    const filler = join(home, 'relleno');
    const server = await startServer({ folder: home });
    try {
      await expect.poll(() => statSync(`${server.databasePath}.lastre`).size).toBe(ballastBytes);
      const staff = makePerson(server);
      const typed = { ...validEnquiry, nombre: 'Paciente Zárate', mensaje: 'relleno '.repeat(500) };
      let thanked = 0;
      const send = async () => {
        const answer = await submitEnquiry(server, typed);
        expect([303, 503]).toContain(answer.status);
        if (answer.status === 303) thanked += 1;
        return answer;
      };
      fillWithLeads(server.databasePath, MANY);
      const reader = holdLog(server);
      for (let i = 0; i < 40; i++) await send();
      fillUp(filler);
      reader.close();
      // Now the database has no room for what waits in the log.
      await server.printed(/"event":"checkpoint_failed".*disk is full/);
      let answer = await send();
      while (answer.status === 303) answer = await send();
      expect(answer.text).toContain('Paciente Zárate');
      expect(answer.text).toContain('Volvé a enviarla');
      expect(countLeads(server)).toBe(MANY + thanked);

      expect((await call(server, '/api/leads', { cookie: staff.cookie })).json.leads.length).toBeGreaterThan(
        0,
      );
      for (let id = 1; id <= MANY; id++) {
        const deletion = await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie: staff.cookie });
        expect(deletion.status).toBe(204);
      }
      expect(server.output()).toContain('"event":"disk_full"');
      // A log that took it all would leave the database no room to grow by what deletions write.
      const { bavail, bsize } = statfsSync(home);
      expect(bavail * bsize).toBeGreaterThan(ballastBytes / 2);

      rmSync(filler);
      expect((await send()).status).toBe(303);
      expect(countLeads(server)).toBe(MANY + thanked);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

  test('does not keep a purge from removing all that has expired', async (context) => {
    const home = mountSmallDisk(context);
    const server = await startServer({ folder: home });
    try {
      await expect.poll(() => statSync(`${server.databasePath}.lastre`).size).toBe(ballastBytes);
      fillWithLeads(server.databasePath, 500);
      withDatabase(server, (db) => db.exec("UPDATE leads SET deleted_at = '2020-01-01T00:00:00.000Z'"));
      fillUp(join(home, 'relleno'));
      const purge = await runCrm(['purge'], { DATABASE_PATH: server.databasePath });
      expect(purge).toMatchObject({ code: 0, err: '' });
      expect(countLeads(server)).toBe(0);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

  test('does not keep what failed to be delivered from being discarded', async (context) => {
    const home = mountSmallDisk(context);
    const server = await startServer({ folder: home });
    try {
      await expect.poll(() => statSync(`${server.databasePath}.lastre`).size).toBe(ballastBytes);
      const { cookie } = makePerson(server, { roles: ['admin'] });
      withDatabase(server, (db) => {
        db.exec(
          `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 300)
           INSERT INTO deliveries (message_id, kind, event, payload, state, planned_at, next_attempt_at, created_at,
                                   finished_at)
           SELECT 'msg_' || n, 'webhook', 'x', json_object('mensaje', hex(zeroblob(8000))), 'failed', now, now, now, now
           FROM numbers, (SELECT strftime('%Y-%m-%dT%H:%M:%fZ') AS now)`,
        );
        // So that the log, in which deletions are written, has no place of its own left.
        db.pragma('wal_checkpoint(TRUNCATE)');
      });
      fillUp(join(home, 'relleno'));
      const { status } = await call(server, '/api/deliveries/discard-failed', { cookie, body: {} });
      expect(status).toBe(200);
      expect(withDatabase(server, (db) => db.prepare('SELECT count(*) FROM deliveries').pluck().get())).toBe(
        0,
      );
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

  /** Reads without end, so that nothing of the log can be copied into the database. */
  function holdLog(server: TestServer): Sqlite.Database {
    const reader = new Sqlite(server.databasePath, { readonly: true });
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM leads').get();
    return reader;
  }

  function fillUp(path: string): void {
    const file = openSync(path, 'w');
    try {
      for (const size of [2 ** 20, 4096, 1]) fillWith(file, Buffer.alloc(size));
    } finally {
      closeSync(file);
    }
  }

  function fillWith(file: number, block: Buffer): void {
    try {
      while (writeSync(file, block) === block.byteLength);
    } catch (error) {
      expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
    }
  }
});

describe('a damaged database', () => {
  test('that lost its second half is refused at the start, with what to do', async () => {
    const first = await startServer();
    await submitEnquiry(first, validEnquiry);
    await first.stop({ keep: true });
    truncateSync(first.databasePath, Math.floor(statSync(first.databasePath).size / 8192) * 4096);
    const failed = await spawnServer({ folder: first.folder });
    expect(await failed.exited).toBe(1);
    expect(failed.output()).toMatch(/está dañado.*Restaurá un respaldo/);
    await failed.stop();
  });
});

describe('too few file handles', () => {
  test('leave every connection that is taken served, refuse the others, and end nothing', async () => {
    const server = await startServer({ handles: 96 });
    const sockets: Socket[] = [];
    try {
      for (let i = 0; i < 150; i++) sockets.push(connect(server.port, '127.0.0.1').on('error', () => {}));
      await expect.poll(() => sockets.filter((socket) => socket.closed).length).toBeGreaterThanOrEqual(118);
      const open = sockets.filter((socket) => !socket.closed);
      expect(open.length).toBeGreaterThan(20);
      for (const [index, path] of ['/healthz', '/', '/login', '/favicon.svg'].entries()) {
        expect(await askOn(open[index], server.port, path)).toMatch(/^HTTP\/1\.1 200/);
      }
      for (const socket of sockets) socket.destroy();
      await expect
        .poll(async () => (await submitEnquiry(server, validEnquiry).catch(() => null))?.status)
        .toBe(303);
    } finally {
      for (const socket of sockets) socket.destroy();
      await server.stop();
    }
  });

  async function askOn(socket: Socket | undefined, port: number, path: string): Promise<string> {
    if (!socket) throw new Error('no open connection');
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`);
    const [chunk] = await once(socket, 'data');
    return String(chunk);
  }
});

describe('a clock that jumps', () => {
  const HOUR = 3_600_000;
  const YEAR = 365 * 24 * HOUR;

  test('an hour either way keeps people signed in; a year ahead signs them out; enquiries always arrive', async () => {
    const { server, jump } = await startWithClock();
    try {
      const staff = makePerson(server);
      const list = () => call(server, '/api/leads', { cookie: staff.cookie });
      let sent = 0;
      const accepts = async () => {
        sent += 1;
        expect(
          (await submitEnquiry(server, { ...validEnquiry, email: `n${sent}@a.example.com` })).status,
        ).toBe(303);
      };
      for (const shift of [-HOUR, 0.5 * HOUR, -YEAR, 0]) {
        await jump(shift);
        await accepts();
        expect((await list()).status).toBe(200);
      }
      await jump(YEAR);
      await accepts();
      expect((await list()).status).toBe(401);
      await jump(-2 * YEAR);
      await accepts();
      expect(countLeads(server)).toBe(sent);
      const times = withDatabase(server, (db) => db.prepare('SELECT created_at FROM leads').pluck().all());
      for (const time of times) expect(time).toMatch(/^20\d\d-\d\d-\d\dT[\d:.]+Z$/);
    } finally {
      await server.stop();
    }
  });

  test.each([
    ['an hour back', -HOUR],
    ['a year ahead', YEAR],
  ])('%s does not keep the workflow from hearing of the next enquiry', async (_name, shift) => {
    const receiver = await startReceiver();
    const { server, jump } = await startWithClock({ env: { LEAD_WEBHOOK_URL: receiver.url } });
    try {
      await submitEnquiry(server, validEnquiry);
      await receiver.gets(1);
      await jump(shift);
      await submitEnquiry(server, { ...validEnquiry, email: 'luego@a.example.com' });
      await receiver.gets(2);
    } finally {
      await server.stop();
      await receiver.stop();
    }
  });
});
