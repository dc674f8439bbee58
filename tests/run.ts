// `npm test`: everything that must hold, one step after the other, with one closing line that adds them all up.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBrowser } from './support/find-browser.ts';

const bin = (name: string) => join('node_modules', '.bin', name);
const env = { ...process.env, ASTRO_TELEMETRY_DISABLED: '1' };
let passed = 0;
let failed = 0;

await check('formato', bin('biome'), ['check', '.']);
if (await check('construcción', process.execPath, ['src/server/process/launch.mjs', 'build'])) {
  // Beside the tests, which leave some of the machine to it.
  const types = check('tipos', bin('astro'), ['check', '--minimumSeverity', 'error']);
  await runTests();
  await types;
}

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

async function check(name: string, command: string, args: string[]): Promise<boolean> {
  const startedAt = Date.now();
  const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      output += chunk;
    });
  const [status] = await once(child, 'close');
  const ok = status === 0;
  console.log(`${ok ? '✓' : '✗'} ${name} (${((Date.now() - startedAt) / 1000).toFixed(1)} s)`);
  if (!ok) console.log(output);
  if (ok) passed += 1;
  else failed += 1;
  return ok;
}

async function runTests(): Promise<void> {
  const report = join(mkdtempSync(join(tmpdir(), 'crm-report-')), 'vitest.json');
  const child = spawn(
    bin('vitest'),
    [
      'run',
      '--project=!integrations',
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
      ...process.argv.slice(2),
    ],
    { env: { ...env, CHROMIUM_PATH: ensureBrowser() }, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const [status] = await once(child, 'close');
  const results = JSON.parse(readFileSync(report, 'utf8')) as {
    numPassedTests: number;
    numFailedTests: number;
  };
  passed += results.numPassedTests;
  failed += results.numFailedTests;
  // A file that cannot even be loaded fails without a failed test in it.
  if (status !== 0 && results.numFailedTests === 0) failed += 1;
}
