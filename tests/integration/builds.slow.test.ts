import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makePerson } from '../support/accounts';
import { buildProject, copyBuild, copyProject, launchProject } from '../support/build';
import { runCrm } from '../support/crm';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { waitForMail } from '../support/mail';
import { startReceiver } from '../support/receiver';
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
  copyBuild(folder);
  const before = realpathSync(join(folder, 'dist'));
  // Neither changed sources nor a different SITE_URL triggers a rebuild.
  rmSync(join(folder, 'public', 'robots.txt'), { force: true });
  const other = { ...env, SITE_URL: 'https://crm.example.com' };
  const built = await launchProject(folder, ['crm', 'check', '--offline'], other);
  expect(built).toMatchObject({ status: 1, output: expect.stringContaining('✗ Base: no existe') });
  expect(realpathSync(join(folder, 'dist'))).toBe(before);
  rmSync(data, { recursive: true, force: true });
});

test('what an old npm installed only in part is told before anything is loaded', async () => {
  const bare = mkdtempSync(join(tmpdir(), 'crm-bare-'));
  for (const file of ['src/server/process/launch.mjs', 'package.json']) cpSync(file, join(bare, file));
  const { status, output } = await buildProject(bare, {});
  expect([status, output]).toEqual([1, expect.stringContaining('anterior al 20.19')]);
  rmSync(bare, { recursive: true, force: true });
});

test('an install that was cut short, or had no room for npm’s last file, is told', async () => {
  const cut = copyProject();
  for (const left of [undefined, '', '{"name": "agente-']) {
    rmSync(join(cut, 'node_modules', '.package-lock.json'), { force: true });
    if (left !== undefined) writeFileSync(join(cut, 'node_modules', '.package-lock.json'), left);
    const { status, output } = await buildProject(cut, {});
    expect([left, status, output]).toEqual([left, 1, expect.stringContaining('no tuvo lugar en el disco')]);
  }
  rmSync(cut, { recursive: true, force: true });
});

test('a build for a landing elsewhere that does not say where stops before it begins', async () => {
  const { status, output } = await buildProject(folder, { PUBLIC_CRM_URL: 'https://crm.example.com' });
  expect([status, output]).toEqual([1, expect.stringContaining('falta SITE_URL')]);
});

test('a build leaves the running server its own files, and counts from the next start', async () => {
  const server = await startServer({ program: join(folder, 'dist', 'server', 'main.mjs') });
  try {
    const { cookie } = makePerson(server);
    const landing = (await call(server, '/')).text;
    const site = 'https://otra.example.com';
    const settings = { SITE_URL: site, LOST_LEADS_MONTHS: '24' };
    const { status, output } = await buildProject(folder, settings);
    expect(status, output).toBe(0);
    expect(output).toContain('Construido. Se ve al reiniciar');
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
    // Pages are lazily loaded on first request, which is now.
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

test('the demonstration keeps what was made in it, and knows nothing of a production beside it', async () => {
  const receiver = await startReceiver();
  const other = copyProject();
  copyBuild(other);
  const built = realpathSync(join(other, 'dist'));
  writeFileSync(
    join(other, '.env'),
    `SITE_URL=https://crm.example.com\nPUBLIC_CONTACT_WEBHOOK_URL=${receiver.url}\nLEAD_WEBHOOK_URL=${receiver.url}\n`,
  );
  const start = async (option = '') => {
    const line = `exec ${process.execPath} src/server/process/launch.mjs demo ${option}`;
    const env = {
      SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'crm@x.example.com',
      LEAD_WEBHOOK_URL: receiver.url,
    };
    const server = await startServer({ command: { line, cwd: other }, env });
    const [, email = '', password = ''] = await server.printed(/Administrador +(\S+) +(\S+)$/m);
    const home = join(other, 'db', 'data', 'demo');
    return {
      ...server,
      account: { email, password },
      databasePath: join(home, 'crm.sqlite'),
      mailDir: join(home, 'mail'),
    };
  };
  const signIn = async (server: Awaited<ReturnType<typeof start>>) => {
    const { headers } = await call(server, '/api/auth/sign-in', { body: server.account });
    return headers.getSetCookie()[0]?.split(';')[0] ?? '';
  };
  const find = async (server: Awaited<ReturnType<typeof start>>) =>
    (await call(server, '/api/leads?q=quedarse', { cookie: await signIn(server) })).json.leads.length;
  try {
    const first = await start();
    await submitEnquiry(first, { ...validEnquiry, nombre: 'Quiere Quedarse' });
    await call(first, '/api/auth/recover', { body: { email: first.account.email } });
    await waitForMail(first, first.account.email);
    const url = 'https://93.184.215.14/';
    const typed = { url, events: ['lead.created'] };
    const refused = await call(first, '/api/webhooks', { cookie: await signIn(first), body: typed });
    expect([refused.status, await find(first)]).toEqual([422, 1]);
    await first.stop();
    const second = await start();
    expect([second.account, await find(second)]).toEqual([first.account, 1]);
    await second.stop();
    const third = await start('--fresh');
    expect(third.account.password).not.toBe(first.account.password);
    expect(await find(third)).toBe(0);
    await third.stop();
    expect(receiver.received).toEqual([]);
    expect(realpathSync(join(other, 'dist'))).toBe(built);
  } finally {
    await receiver.stop();
    rmSync(other, { recursive: true, force: true });
  }
});
