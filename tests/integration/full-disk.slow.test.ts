import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { diskFull } from '~/shared/strings/errors';
import { makePerson, openSession, PASSWORD, type Person } from '../support/accounts';
import { withDatabase } from '../support/database';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { upload } from '../support/imports';
import { subjectsTo } from '../support/notices';
import { codeOf, cookieIn, setUpTotp, takeFirstStep, takeSecondStep } from '../support/second-factor';
import { spawnServer, startServer, type TestServer } from '../support/server';
import { fillUp, mount, mountSmallDisk, unmount } from '../support/small-disk';

const countLeads = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads').pluck().get());
const countStanding = (server: TestServer) =>
  withDatabase(server, (db) => db.prepare('SELECT count(*) FROM leads WHERE deleted_at IS NULL').pluck().get());

describe('a full disk', () => {
  test('refuses what it cannot keep and says so, lets staff read, and heals as soon as there is room', async () => {
    const home = mountSmallDisk();
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
      const search = () => call(server, '/api/leads?q=paciente', { cookie });
      expect((await search()).status, 'words that wait keep nobody from searching').toBe(200);
      // A deletion writes too, and may still fit where an enquiry was too large.
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
      expect((await search()).json.total).toBe(kept);
      const [{ id }] = (await call(server, '/api/leads', { cookie })).json.leads;
      expect((await call(server, `/api/leads/${id}`, { method: 'DELETE', cookie })).status).toBe(204);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });

  test('halts an import, says so, and lets it go on as soon as there is room', async () => {
    const home = mountSmallDisk();
    const filler = join(home, 'relleno');
    const server = await startServer({ folder: home });
    try {
      const admin = makePerson(server, { roles: ['admin'] });
      const api = (path: string, body?: unknown) => call(server, path, { cookie: admin.cookie, body });
      const lines = Array.from({ length: 4000 }, (_, n) => `Fila ${n},fila${n}@x.example.com,${'nota '.repeat(40)}`);
      const { json } = await upload(server, admin, `Nombre,Email,Notas\n${lines.join('\n')}`);
      const { id, mapping } = json.import;
      const { json: checked } = await api(`/api/imports/${id}/check`, { mapping, duplicates: 'create' });
      expect(checked.new).toBe(4000);
      // Room to begin, and not for all of it.
      fillUp(filler, 2 ** 20);
      expect((await api(`/api/imports/${id}/run`, {})).status).toBeLessThan(300);
      const progress = async () => (await api(`/api/imports/${id}`)).json;
      await expect.poll(async () => (await progress()).fault).toContain('disco está lleno');
      const done = withDatabase(server, (db) =>
        db
          .prepare<[number], { created: number; others: number; leads: number }>(
            `SELECT created, joined + skipped + rejected AS others, (SELECT count(*) FROM leads) AS leads
             FROM imports WHERE id = ?`,
          )
          .get(id),
      );
      expect([done?.others, done?.leads]).toEqual([0, done?.created]);
      expect(done?.created).toBeLessThan(4000);
      rmSync(filler);
      await expect.poll(async () => (await progress()).state).toBe('done');
      expect([(await progress()).created, countLeads(server)]).toEqual([4000, 4000]);
    } finally {
      await server.stop({ keep: true });
      unmount(home);
    }
  });
});

test('where little is free, what makes no lead is not kept, and an enquiry is', async () => {
  const home = mountSmallDisk();
  const server = await startServer({ folder: home });
  const countKept = () =>
    withDatabase(server, (db) => db.prepare('SELECT count(*) FROM enquiries WHERE lead_id IS NULL').pluck().get());
  const { nombre: _, ...nameless } = validEnquiry;
  const automated = { ...validEnquiry, sitio_web: 'x' };
  const send = async () => [
    (await submitEnquiry(server, nameless)).status,
    (await submitEnquiry(server, automated)).status,
  ];
  try {
    expect([await send(), countKept()]).toEqual([[429, 429], 0]);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    expect(countLeads(server)).toBe(1);
    mount(home, 'remount,size=2g');
    expect([await send(), countKept()]).toEqual([[422, 303], 2]);
  } finally {
    await server.stop({ keep: true });
    unmount(home);
  }
});

test('a full disk lets people in and out, with a second factor too, for good once there is room', async () => {
  const home = mountSmallDisk();
  const filler = join(home, 'relleno');
  const server = await startServer({ folder: home });
  const held = () => server.output().split('"session_held"').length - 1;
  const signIn = (body: object) => call(server, '/api/auth/sign-in', { body });
  const panel = async (cookie: string) => (await call(server, '/panel', { cookie })).status;
  const signOut = async (cookie: string) => {
    expect((await call(server, '/api/auth/sign-out', { method: 'POST', cookie })).status).toBe(204);
    expect(await panel(cookie)).toBe(302);
  };
  try {
    const [ana, eva] = [makePerson(server), makePerson(server)];
    const former = openSession(server, ana.id);
    const { secret, codes } = await setUpTotp(server, eva);
    fillUp(filler);
    const enter = async () => {
      const answer = await signIn({ email: ana.email, password: PASSWORD });
      expect(answer.status).toBe(200);
      return cookieIn(answer, 'sid');
    };
    let own = await enter();
    while (held() === 0) own = await enter();
    expect((await signIn({ email: ana.email, password: 'otra clave' })).status).toBe(401);
    expect(await panel(own)).toBe(200);
    expect((await call(server, '/api/auth/confirm', { cookie: own, body: { password: PASSWORD } })).status).toBe(503);
    const left = await enter();
    for (const cookie of [left, former]) {
      expect(await panel(cookie)).toBe(200);
      await signOut(cookie);
    }

    const withFactor = async (body: object) => takeSecondStep(server, await takeFirstStep(server, eva), body);
    expect((await withFactor({ code: '000000' })).status).toBe(401);
    const code = codeOf(secret);
    const entered = await withFactor({ code });
    expect(entered.status, entered.text).toBe(200);
    expect((await withFactor({ code })).status, 'a code counts once').toBe(401);
    expect((await withFactor({ recovery_code: codes[0] })).status).toBe(200);
    expect((await withFactor({ recovery_code: codes[0] })).status).toBe(401);
    expect(await panel(cookieIn(entered, 'sid'))).toBe(200);

    rmSync(filler);
    const events = (type: string) =>
      withDatabase(server, (db) =>
        db
          .prepare('SELECT count(*) FROM audit_events WHERE type = ? AND actor_id IN (?, ?)')
          .pluck()
          .get(type, ana.id, eva.id),
      );
    await expect.poll(() => events('sign_out')).toBe(2);
    await expect
      .poll(() => call(server, '/api/sessions', { cookie: own }).then(({ text }) => text))
      .toContain('"current":true');
    expect(await panel(own)).toBe(200);
    for (const cookie of [left, former]) expect(await panel(cookie)).toBe(302);
    await server.stop({ keep: true });
    const again = await startServer({ folder: home });
    try {
      for (const [cookie, status] of [
        [own, 200],
        [left, 302],
        [former, 302],
      ] as const)
        expect((await call(again, '/panel', { cookie })).status).toBe(status);
    } finally {
      await again.stop({ keep: true });
    }
  } finally {
    await server.stop({ keep: true });
    unmount(home);
  }
});

test('a disk without room is told, and that it has room again', async () => {
  const backups = mountSmallDisk();
  const env = { BACKUP_DIR: backups };
  let server = await startServer({ env });
  // The check runs at once on start.
  const restart = async (running: TestServer) => {
    await running.stop({ keep: true });
    return startServer({ folder: running.folder, env });
  };
  const panelOf = async ({ cookie }: Person) => (await call(server, '/panel', { cookie })).text;
  try {
    const admin = makePerson(server, { roles: ['admin'] });
    expect(await panelOf(admin)).toContain('Queda poco espacio en el disco');
    server = await restart(server);
    await expect.poll(() => subjectsTo(server, admin)).toEqual(['Queda poco espacio en el disco']);
    mount(backups, 'remount,size=2g');
    server = await restart(server);
    await expect
      .poll(() => subjectsTo(server, admin))
      .toEqual(['Queda poco espacio en el disco', 'El disco vuelve a tener espacio']);
  } finally {
    await server.stop();
    unmount(backups);
  }
});

test('a log whose disk is full is no reason to stop', async () => {
  const line = `exec '${process.execPath}' dist/server/main.mjs > /dev/full`;
  const full = await spawnServer({ command: { line, cwd: process.cwd() } });
  const ask = () =>
    call(full, '/healthz').then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(ask).toBe(200);
  expect(await full.stop()).toBe(0);
});
