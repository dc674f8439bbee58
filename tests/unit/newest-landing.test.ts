import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { watchLanding } from '~/server/http/newest-landing';

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
