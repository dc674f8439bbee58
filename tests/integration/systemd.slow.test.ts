import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { requireProgram } from '../support/require-program';

test('systemd has nothing to say against the unit for two processes', () => {
  const analyze = requireProgram('systemd-analyze', 'systemd');
  const { status, stderr } = spawnSync(analyze, ['verify', resolve('docs/despliegue/crm@.service')]);
  expect([String(stderr), status]).toEqual(['', 0]);
});
