import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { makePerson, PASSWORD } from '../support/accounts';
import { runCrm } from '../support/crm';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { memoryLimits, startServer } from '../support/server';

const read = (file: string) => readFileSync(file, 'utf8');

test('the image holds everything that the built server needs: no node_modules but what it copies', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-image-'));
  const copies = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm)];
  expect(copies.length).toBeGreaterThan(2);
  for (const [, from = '', to = ''] of copies)
    cpSync(realpathSync(from), join(home, to), { recursive: true });
  const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '[]');
  expect(command.slice(1, -1)).toEqual(memoryLimits);
  const program = command.at(-1) ?? '';
  const server = await startServer({ program: join(home, program) });
  try {
    const { email, cookie } = makePerson(server);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    expect((await submitEnquiry(server, { ...validEnquiry, nombre: '' })).status).toBe(422);
    expect((await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } })).status).toBe(
      200,
    );
    for (const path of ['/', '/login', '/panel', '/healthz', '/metrics'])
      expect([path, (await call(server, path, { cookie })).status]).toEqual([
        path,
        path === '/login' ? 302 : 200,
      ]);
    const backup = await runCrm(
      ['backup'],
      { DATABASE_PATH: server.databasePath },
      { program: join(home, 'dist', 'server', 'crm.mjs') },
    );
    expect(backup).toMatchObject({ code: 0, err: '' });
  } finally {
    await server.stop();
    rmSync(home, { recursive: true, force: true });
  }
});

test('the systemd unit starts what is there, and may write where its settings point', () => {
  const unit = read('docs/despliegue/crm.service');
  const [, node = '', program = ''] = /^ExecStart=(\S+) (?:--\S+ )+(\S+)$/m.exec(unit) ?? [];
  expect(unit).toContain(` ${memoryLimits.join(' ')} `);
  for (const path of [node, program]) expect(existsSync(path.replace('/opt/crm/', './'))).toBe(true);
  expect(unit).toContain('EnvironmentFile=/etc/crm/crm.env');
  // @resources, refused as a whole, holds the call that lets requests go before password hashing.
  expect(unit).toMatch(/^SystemCallFilter=~.*@resources$[\s\S]+^SystemCallFilter=setpriority$/m);
  const settings = parseEnv(read('docs/despliegue/crm.env'));
  const setting = (name: string) => settings[name] ?? '';
  const stateFolder = `/var/lib/${/^StateDirectory=(\S+)$/m.exec(unit)?.[1]}`;
  expect(dirname(setting('DATABASE_PATH'))).toBe(stateFolder);
  expect(dirname(setting('MAIL_DIR'))).toBe(stateFolder);
  expect(unit).toContain(`ReadWritePaths=${setting('BACKUP_DIR')}`);
  const litestream = read('docs/despliegue/litestream.yml');
  expect(litestream).toContain(`path: ${setting('DATABASE_PATH')}`);
});

test('the operator’s command works as the unit does: its user, its folder, its settings', () => {
  const unit = read('docs/despliegue/crm.service');
  const of = (name: string) => new RegExp(`^${name}=(\\S+)$`, 'm').exec(unit)?.[1];
  const command = read('docs/despliegue/crm');
  for (const [variable, value] of [
    ['user', of('User')],
    ['home', of('WorkingDirectory')],
    ['settings', of('EnvironmentFile')],
  ])
    expect(command).toMatch(new RegExp(`^${variable}=${value}$`, 'm'));
  expect(of('StartLimitIntervalSec'), 'it never gives up').toBe('0');
});

test('every alert is about what a server measures, and none fires on a new installation', async () => {
  const { groups } = parseYaml(read('docs/despliegue/prometheus-alertas.yml'));
  const rules: { alert: string; expr: string }[] = groups[0].rules;
  const server = await startServer({ env: { BACKUP_EVERY_HOURS: '24' } });
  try {
    await server.printed(/"event":"checked"/);
    await expect.poll(async () => (await call(server, '/metrics')).text).toMatch(/^crm_disk_ballast 1$/m);
    const { text } = await call(server, '/metrics');
    const value = (name: string) => Number(new RegExp(`^${name}(?:{[^}]*})? (\\S+)$`, 'm').exec(text)?.[1]);
    for (const { alert, expr } of rules) {
      for (const [name] of expr.matchAll(/\b(crm|nodejs)_\w+/g)) {
        const [measure = name] = name.split('{');
        expect([alert, text]).toEqual([alert, expect.stringContaining(`# TYPE ${measure} `)]);
      }
    }
    expect(value('crm_backup_failed') + value('crm_check_problems') + value('crm_outbox_parked')).toBe(0);
    expect(Date.now() / 1000 - value('crm_last_backup_timestamp_seconds')).toBeLessThan(600);
  } finally {
    await server.stop();
  }
});

test('the image’s base is named by its digest', () => {
  expect(read('Dockerfile')).toMatch(/^ARG NODE_IMAGE=node:24\.\S+-slim@sha256:[0-9a-f]{64}$/m);
  expect(read('Dockerfile').match(/^FROM (?!\$\{NODE_IMAGE\}( |$))/gm)).toBeNull();
});

test('a CDN is told the headers that the server sets', async () => {
  const server = await startServer({ env: { SITE_URL: 'https://crm.example.com' } });
  try {
    const { headers } = await call(server, '/');
    const [all = '', assets = ''] = read('docs/despliegue/_headers').split('/_astro/*');
    const lines = [...all.matchAll(/^ {2}([\w-]+): (.+)$/gm)];
    expect(lines.length).toBeGreaterThanOrEqual(8);
    for (const [, name = '', value] of lines) expect([name, headers.get(name)]).toEqual([name, value]);
    expect(assets).toContain('Cache-Control: public, max-age=31536000, immutable');
  } finally {
    await server.stop();
  }
});

test('.env.example explains every setting, and nothing else', () => {
  const source = read('src/server/env.ts');
  const schema = source.slice(source.indexOf('const settingsSchema'), source.indexOf('export type Settings'));
  const settings = [...schema.matchAll(/^ {4}([A-Z][A-Z_]+): /gm)].map(([, name]) => name);
  const built = ['PUBLIC_CONTACT_WEBHOOK_URL', 'PUBLIC_CRM_URL'];
  const explained = [...read('.env.example').matchAll(/^#([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);
  expect([...new Set(explained)].sort()).toEqual([...new Set([...settings, ...built])].sort());
});
