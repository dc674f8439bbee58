import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, rmSync, statSync, truncateSync, writeSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, type TestContext, test } from 'vitest';
import { diskFull } from '~/shared/strings/errors';
import { makePerson } from '../support/accounts';
import { startWithClock } from '../support/clock';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { upload } from '../support/imports';
import { startReceiver } from '../support/receiver';
import { spawnServer, startServer, type TestServer } from '../support/server';

const countLeads = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads').pluck().get());
const countStanding = (server: TestServer) =>
  withDatabase(server, (db) =>
    db.prepare('SELECT count(*) FROM leads WHERE deleted_at IS NULL').pluck().get(),
  );

describe('a full disk', () => {
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

  test('refuses what it cannot keep and says so, lets staff read, and heals as soon as there is room', async (context) => {
    const home = mountSmallDisk(context);
    const filler = join(home, 'relleno');
    const server = await startServer({ folder: home });
    try {
      const { cookie } = makePerson(server);
      const typed = { ...validEnquiry, nombre: 'Paciente Zárate', mensaje: 'relleno '.repeat(500) };
      const send = async () => {
        const answer = await submitEnquiry(server, typed);
        expect([303, 503]).toContain(answer.status);
        if (answer.status === 303) kept += 1;
        return answer;
      };
      let kept = 0;
      for (let i = 0; i < 40; i++) await send();
      fillUp(filler);
      let refused = await send();
      while (refused.status === 303) refused = await send();
      expect(refused.text).toContain('Paciente Zárate');
      expect(refused.text).toContain('Volvé a enviarla');

      const { json } = await call(server, '/api/leads', { cookie });
      expect(json.leads.length).toBeGreaterThan(0);
      // To delete is written, too; a deletion may find the last room that an enquiry was too large for.
      for (const { id } of json.leads) {
        const deletion = await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie });
        expect([204, 503]).toContain(deletion.status);
        if (deletion.status === 204) kept -= 1;
        else expect(deletion.json.error).toEqual({ code: 'busy', message: diskFull });
      }
      expect(countStanding(server)).toBe(kept);

      rmSync(filler);
      expect((await send()).status).toBe(303);
      expect(countStanding(server)).toBe(kept);
      const [{ id }] = (await call(server, '/api/leads', { cookie })).json.leads;
      expect((await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie })).status).toBe(204);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

  test('halts an import, says so, and lets it go on as soon as there is room', async (context) => {
    const home = mountSmallDisk(context);
    const filler = join(home, 'relleno');
    const server = await startServer({ folder: home });
    try {
      const admin = makePerson(server, { roles: ['admin'] });
      const api = (path: string, body?: unknown) => call(server, path, { cookie: admin.cookie, body });
      const lines = Array.from(
        { length: 4000 },
        (_, n) => `Fila ${n},fila${n}@x.example.com,${'nota '.repeat(40)}`,
      );
      const { json } = await upload(server, admin, `Nombre,Email,Notas\n${lines.join('\n')}`);
      const { id, mapping } = json.import;
      const { json: checked } = await api(`/api/imports/${id}/check`, { mapping, duplicates: 'create' });
      expect(checked.new).toBe(4000);
      await api(`/api/imports/${id}/run`, {});
      fillUp(filler);
      const progress = async () => (await api(`/api/imports/${id}`)).json;
      await expect.poll(async () => (await progress()).fault).toContain('disco está lleno');
      const { done, created } = await progress();
      expect([done, countLeads(server)]).toEqual([created, created]);
      rmSync(filler);
      await expect.poll(async () => (await progress()).state).toBe('done');
      expect([(await progress()).created, countLeads(server)]).toEqual([4000, 4000]);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

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
