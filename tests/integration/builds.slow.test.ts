import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { buildProject, copyProject, giveBuild, launchProject } from '../support/build';
import { runCrm } from '../support/crm';
import { call } from '../support/http';
import { startServer } from '../support/server';

let folder: string;
beforeAll(() => {
  folder = copyProject();
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('an operator’s command never builds: it says what is missing, or works with what was built', async () => {
  const data = mkdtempSync(join(tmpdir(), 'crm-data-'));
  const env = { DATABASE_PATH: join(data, 'crm.sqlite') };
  const unbuilt = await launchProject(folder, ['crm', 'check', '--offline'], env);
  expect(unbuilt).toMatchObject({ status: 1, output: expect.stringContaining('Falta construir') });
  giveBuild(folder);
  const before = realpathSync(join(folder, 'dist'));
  // Neither other sources nor another address than it was built for is a reason.
  rmSync(join(folder, 'public', 'robots.txt'), { force: true });
  const other = { ...env, SITE_URL: 'https://crm.example.com' };
  const built = await launchProject(folder, ['crm', 'check', '--offline'], other);
  expect(built).toMatchObject({ status: 1, output: expect.stringContaining('✗ Base: no existe') });
  expect(realpathSync(join(folder, 'dist'))).toBe(before);
  rmSync(data, { recursive: true, force: true });
});

test('a build leaves the running server its own files, and counts from the next start', async () => {
  const server = await startServer({ program: join(folder, 'dist', 'server', 'main.mjs') });
  try {
    const { cookie } = makePerson(server);
    const landing = (await call(server, '/')).text;
    const site = 'https://otra.example.com';
    const { status, output } = await buildProject(folder, { SITE_URL: site, LOST_LEADS_MONTHS: '24' });
    expect(status, output).toBe(0);
    expect(readFileSync(join(folder, 'dist', 'client', 'index.html'), 'utf8')).toContain(`href="${site}/"`);
    const privacy = readFileSync(join(folder, 'dist', 'client', 'privacidad', 'index.html'), 'utf8');
    expect(privacy).toContain('borramos tus datos 24 meses después');
    expect((await call(server, '/privacidad')).text).not.toContain('24 meses después');
    for (const [months, told] of [
      ['24', '✓ Política de privacidad: dice el plazo'],
      ['12', '! Política de privacidad: se construyó con otro plazo'],
    ] as const) {
      const env = { DATABASE_PATH: server.databasePath, LOST_LEADS_MONTHS: months };
      expect((await launchProject(folder, ['crm', 'check', '--offline'], env)).output).toContain(told);
    }
    // Its pages are loaded when they are first asked for, which is now.
    for (const path of ['/login', '/panel', '/users']) {
      const page = await call(server, path, { cookie: path === '/login' ? '' : cookie });
      expect([path, page.status]).toEqual([path, path === '/users' ? 302 : 200]);
      for (const [asset] of page.text.matchAll(/\/_astro\/[\w.-]+/g))
        expect([asset, (await call(server, asset)).status]).toEqual([asset, 200]);
    }
    expect((await call(server, '/')).text).toBe(landing);
    const backup = await runCrm(['backup'], { DATABASE_PATH: server.databasePath });
    expect(backup).toMatchObject({ code: 0, err: '' });
  } finally {
    await server.stop();
  }
  expect(existsSync(join(folder, 'dist', 'server', 'entry.mjs'))).toBe(true);
  expect(readdirSync(join(folder, 'builds'))).toHaveLength(2);
});

test('pages that were built for another address are told at the start', async () => {
  const env = { SITE_URL: 'https://crm.example.com' };
  const server = await startServer({ program: join(folder, 'dist', 'server', 'main.mjs'), env });
  await server.printed(
    /se construyeron para https:\/\/otra\.example\.com y el servidor es https:\/\/crm\.example\.com/,
  );
  await server.stop();
  const same = await startServer({
    program: join(folder, 'dist', 'server', 'main.mjs'),
    env: { SITE_URL: 'https://otra.example.com' },
  });
  await same.stop();
  expect(same.output()).not.toContain('se construyeron para');
});
