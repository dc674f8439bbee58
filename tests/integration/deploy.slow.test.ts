import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseEnv } from 'node:util';
import { expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { WEBHOOK_LIMITS } from '~/server/whatsapp/webhook-intake';
import { IMPORT_LIMITS } from '~/shared/imports/import';
import { AppError } from '../../src/server/app-error';
import { tooLarge } from '../../src/shared/strings/errors';
import { makePerson, PASSWORD } from '../support/accounts';
import { runCrm } from '../support/crm';
import { call, submitEnquiry, validEnquiry } from '../support/http';
import { memoryLimits, startServer } from '../support/server';

const read = (file: string) => readFileSync(file, 'utf8');

test('the image holds everything that the built server needs: no node_modules but what it copies', async () => {
  const home = mkdtempSync(join(tmpdir(), 'crm-image-'));
  const copies = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/(\S+) \.\/(\S+)$/gm)];
  expect(copies.length).toBeGreaterThan(2);
  for (const [, from = '', to = ''] of copies) cpSync(realpathSync(from), join(home, to), { recursive: true });
  const command: string[] = JSON.parse(/^CMD (.+)$/m.exec(read('Dockerfile'))?.[1] ?? '[]');
  expect(command.slice(1, -1)).toEqual(memoryLimits);
  const program = command.at(-1) ?? '';
  const server = await startServer({ program: join(home, program) });
  try {
    const { email, cookie } = makePerson(server);
    expect((await submitEnquiry(server, validEnquiry)).status).toBe(303);
    expect((await submitEnquiry(server, { ...validEnquiry, nombre: '' })).status).toBe(422);
    expect((await call(server, '/api/auth/sign-in', { body: { email, password: PASSWORD } })).status).toBe(200);
    for (const path of ['/', '/login', '/panel', '/healthz', '/metrics'])
      expect([path, (await call(server, path, { cookie })).status]).toEqual([path, path === '/login' ? 302 : 200]);
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
  expect(node).toBe('/opt/crm/current/node');
  expect(existsSync(program.replace('/opt/crm/current/', './'))).toBe(true);
  expect(unit).toContain('EnvironmentFile=/etc/crm/crm.env');
  // @resources, refused as a whole, contains the call that prioritises requests over password hashing.
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

test('the unit for two processes is the one for one, but for the port that its instance is named by', () => {
  const lines = (file: string) =>
    read(file)
      .split('\n')
      .filter((line) => !line.startsWith('#'));
  const asForOne = lines('docs/despliegue/crm@.service').map((line) =>
    line.replace(', en el puerto %i', '').replace('/usr/bin/env PORT=%i ', ''),
  );
  expect(asForOne).toEqual(lines('docs/despliegue/crm.service'));
  // Set by Environment=, a PORT in the settings file would override it.
  expect(read('docs/despliegue/crm@.service')).toMatch(/^ExecStart=\S+ PORT=%i \S+node /m);
});

test('the proxies and the guide speak of the same two ports, folder and pages', () => {
  const nginx = read('docs/despliegue/nginx.conf');
  const servers = [...nginx.matchAll(/^ {2}server 127\.0\.0\.1:(\d+)(?: \w+=?\w*)*;$/gm)];
  expect(servers.map(([line]) => line.includes(' max_fails=0'))).toEqual([true, true]);
  const ports = servers.map(([, port]) => port);
  expect(ports[0]).toBe('4321');
  const caddy = read('docs/despliegue/Caddyfile');
  const guide = read('docs/operar.md');
  for (const port of ports) {
    expect(caddy).toContain(`127.0.0.1:${port}`);
    expect(guide).toContain(`crm@${port}`);
  }
  const [, folder = ''] = /alias (\S+)\/;/.exec(nginx) ?? [];
  expect(caddy).toContain(`root * ${folder}\n`);
  expect(guide).toContain(`docs/despliegue/vuelve/* ${folder}/`);
  for (const name of readdirSync('docs/despliegue/vuelve')) {
    expect(nginx).toContain(` /_vuelve/${name};`);
    expect(caddy).toContain(` /${name}\n`);
  }
});

test('nginx repeats no creation that has no key', () => {
  const map = /"~(\^POST::\S+)" 1;/.exec(read('docs/despliegue/nginx.conf'))?.[1] ?? '';
  const api = readdirSync('src/pages/api', { recursive: true, encoding: 'utf8' });
  const creating = api.filter(
    (file) => file.endsWith('.ts') && read(join('src/pages/api', file)).includes('readIdempotency('),
  );
  expect(creating.length).toBeGreaterThan(3);
  for (const file of creating) {
    const path = file.replace(/(\/index)?\.ts$/, '').replaceAll(/\[\w+\]/g, '7');
    expect(`POST::/api/${path}`).toMatch(new RegExp(map));
    expect(`POST:0b0f:/api/${path}`).not.toMatch(new RegExp(map));
  }
});

test('nginx lets through as large a body as each upload may have', () => {
  const nginx = read('docs/despliegue/nginx.conf');
  const mostIn = (location: string) => {
    const [, inside = ''] = new RegExp(`location ${location} \\{([^}]*)\\}`).exec(nginx) ?? [];
    return Number(/client_max_body_size (\d+)m;/.exec(inside)?.[1]) * 2 ** 20;
  };
  expect(mostIn('/api/imports')).toBeGreaterThanOrEqual(IMPORT_LIMITS.bytes);
  expect(mostIn('= /api/whatsapp/webhook')).toBeGreaterThanOrEqual(WEBHOOK_LIMITS.bytes);
  // What is larger still is refused by nginx, in the server's words.
  for (const bytes of [64 * 1024, IMPORT_LIMITS.bytes])
    expect(nginx).toContain(JSON.stringify(new AppError('too_large', { message: tooLarge(bytes).es }).toBody()));
});

test('nginx counts an IPv6 client by its network', () => {
  const map = /map \$remote_addr \$direccion \{([\s\S]*?)\n\}/.exec(read('docs/despliegue/nginx.conf'))?.[1] ?? '';
  const rules = [...map.matchAll(/"~(\S+)" (\S+);/g)];
  expect(rules).toHaveLength(2);
  const keyOf = (address: string) => {
    for (const [, pattern = '', key = ''] of rules) {
      const groups = new RegExp(pattern).exec(address)?.groups;
      if (groups) return key.replace(/\$(\w+)/, (_, name) => groups[name] ?? '');
    }
    return address;
  };
  expect(keyOf('203.0.113.7')).toBe('203.0.113.7');
  for (const [one, other] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::1'],
    ['2001:db8:1::5', '2001:db8:1::a:6'],
    ['2001:db8::1', '2001:db8::ffff:2'],
  ] as const)
    expect(keyOf(one)).toBe(keyOf(other));
  expect(keyOf('2001:db8:1:2::1')).not.toBe(keyOf('2001:db8:1:3::1'));
});

test('the page for while nobody answers needs nobody, and comes again only where nothing was sent', () => {
  const page = read('docs/despliegue/vuelve/pagina.html');
  const sent = read('docs/despliegue/vuelve/envio.html');
  for (const html of [page, sent]) {
    expect(html).toMatch(/^<!doctype html>\n<html lang="es">/);
    expect(html).not.toMatch(/<(script|link|img|iframe)|src=|href=|url\(/);
  }
  expect(page).toContain('<meta http-equiv="refresh"');
  expect(sent).not.toContain('http-equiv');
  expect(sent).toContain('Lo que escribiste no se perdió');
  expect(JSON.parse(read('docs/despliegue/vuelve/api.json'))).toEqual(new AppError('busy').toBody());
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
  expect(rules.length).toBeGreaterThan(3);
  const server = await startServer({ env: { BACKUP_EVERY_HOURS: '24' } });
  try {
    await server.printed(/"event":"checked"/);
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

test('every command that the guide gives for Docker exists in the image', () => {
  const given = [...read('docs/operar.md').matchAll(/docker compose (?:exec|run --rm) crm crm ([a-z-]+)/g)];
  expect(new Set(given.map(([, name]) => name))).toEqual(new Set(['check', 'backup', 'restore']));
});

test('compose needs nothing but the file of settings beside it, and fixes what the image decides', () => {
  const { services } = parseYaml(read('docs/despliegue/compose.yml'));
  expect(services.crm.env_file).toEqual([{ path: '.env', required: true }]);
  const built = [...read('Dockerfile').matchAll(/^ARG (?!NODE_IMAGE)(\w+)$/gm)].map(([, name]) => name);
  expect(Object.keys(services.crm.build.args).sort()).toEqual(built.sort());
  for (const [, name = '', value] of read('Dockerfile').matchAll(/\b(HOST|PORT|DATABASE_PATH|MAIL_DIR)=(\S+)/g))
    expect(services.crm.environment[name], name).toBe(value);
});

test('a release holds what the image holds', () => {
  const modules = [...read('Dockerfile').matchAll(/^COPY --from=build \/app\/node_modules\/(\S+) /gm)].map(
    ([, name]) => name,
  );
  expect(read('docs/despliegue/crm-release')).toContain(
    `cp -r ${modules.map((name) => `node_modules/${name}`).join(' ')} `,
  );
});
