// `npm test` runs the quick ring, `npm run test:all` the slow one after it; one closing line sums up. `npm test --
// FILE` runs only these files, of either ring.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './support/find-browser.ts';

const RINGS: Record<string, string> = { quick: 'anillo rápido', slow: 'anillo lento' };

const bin = (name: string) => join('node_modules', '.bin', name);
const env: NodeJS.ProcessEnv = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
const rings = process.argv.slice(2).filter((word) => word in RINGS);
const only = process.argv.slice(2).filter((word) => !(word in RINGS));
let passed = 0;
let failed = 0;
const failures: string[] = [];

const builds = ['src/server/process/launch.mjs', 'build', '--if-stale'];
if (await check('construcción', process.execPath, builds)) {
  env.CHROMIUM_PATH = ensureBrowser();
  if (only.length > 0) await runTests('lo pedido', only);
  else for (const ring of rings) await runRing(ring);
}

if (failures.length > 0) console.log(`\nFalló: ${failures.join(', ')}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function runRing(ring: string): Promise<void> {
  const checks =
    ring === 'quick'
      ? [
          check('formato', bin('biome'), ['check', '.']),
          // Runs alongside the tests, which leave some cores idle.
          check('tipos', bin('astro'), ['check', '--minimumSeverity', 'error']),
        ]
      : [];
  await runTests(RINGS[ring] ?? ring, [`--project=${ring}`]);
  await Promise.all(checks);
  // Alone, after everything that would disturb it.
  if (ring === 'slow') await check('primer cuadro', process.execPath, [join('tests', 'bench', 'first-frame.ts')], true);
}

/** `tells` prints what it says also when it passes. */
async function check(name: string, command: string, args: string[], tells = false): Promise<boolean> {
  const startedAt = Date.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const [status] = await once(child, 'close');
  const ok = status === 0;
  console.log(`${ok ? '✓' : '✗'} ${name} (${secondsSince(startedAt)})`);
  if (ok) passed += 1;
  else {
    failed += 1;
    failures.push(name);
  }
  if (!ok || tells) console.log(output);
  return ok;
}

async function runTests(name: string, args: string[]): Promise<void> {
  const startedAt = Date.now();
  const counts = join(mkdtempSync(join(tmpdir(), 'crm-counts-')), 'counts.json');
  console.log(`\n${name}`);
  const child = spawn(bin('vitest'), ['run', '--reporter=./tests/support/progress.ts', ...args], {
    env: { ...env, CRM_TEST_COUNTS: counts },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  const [status] = await once(child, 'close');
  const counted = existsSync(counts) ? JSON.parse(readFileSync(counts, 'utf8')) : { passed: 0, failed: 0 };
  passed += counted.passed;
  // The runner can fail without a failed test.
  failed += counted.failed || (status === 0 ? 0 : 1);
  if (status !== 0) failures.push(name);
  console.log(`${status === 0 ? '✓' : '✗'} ${name} (${secondsSince(startedAt)})`);
}

function secondsSince(moment: number): string {
  return `${((Date.now() - moment) / 1000).toFixed(1)} s`;
}
