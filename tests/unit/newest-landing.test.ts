import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchLanding } from '~/server/http/static-files';
import { describePublication } from '~/server/process/describe-publication.mjs';

test('a later build of the same program gives its landing; an earlier one, to which the link leads, or another program’s does not', () => {
  const root = mkdtempSync(join(tmpdir(), 'crm-builds-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  const client = (id: string) => join(root, 'builds', id, 'client');
  const build = (id: string, program: string) => {
    mkdirSync(client(id), { recursive: true });
    writeFileSync(join(root, 'builds', id, '.program'), program);
  };
  const [before, own, later, other] = ['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04'] as const;
  for (const id of [before, own, later]) build(id, 'one');
  build(other, 'another');
  const seen = [before, own, later, other].map((id) => {
    rmSync(join(root, 'dist'), { force: true });
    symlinkSync(join('builds', id), join(root, 'dist'));
    return watchLanding(client(own))();
  });
  expect(seen).toEqual([client(own), client(own), client(later), client(own)]);
});

test('a build says whether the running server shows it, or what to do', async () => {
  const build = mkdtempSync(join(tmpdir(), 'crm-build-'));
  onTestFinished(() => rmSync(build, { recursive: true }));
  mkdirSync(join(build, 'client'));
  writeFileSync(join(build, 'client', 'index.html'), 'nueva');
  let shows: string[] = [];
  const server = createServer((_request, response) => response.end(shows.length > 1 ? shows.shift() : shows[0]));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const describe = (isSameProgram: boolean, ...pages: string[]) => {
    shows = pages;
    return describePublication(build, isSameProgram, { PORT: String(port) });
  };
  // A server takes a moment to look.
  expect(await describe(true, 'vieja', 'vieja', 'nueva')).toMatch(/^Publicado: http:\/\/127\.0\.0\.1:\d+ ya/);
  expect(await describe(false, 'vieja')).toMatch(/sigue con lo anterior: cambió el programa .* reinicialo/);
  expect(await describe(true, '<script src="/@vite/client">')).toMatch(/no hay un servidor en marcha/);
  await once(server.close(), 'close');
  expect(await describe(true)).toMatch(/no hay un servidor en marcha: .* «npm run serve»/);
});
