// `npm run bench` runs every benchmark, `npm run bench -- api` the named ones, `npm run bench -- --readme` those that
// README.md tells of, and writes its table. Each prints ratios against a floor measured in the same run; only ratios are
// comparable between machines.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { runAccountEnumerationBench } from './account-enumeration.ts';
import { runApiBench } from './api.ts';
import { runFootprintBench } from './footprint.ts';
import { runImportBench } from './import.ts';
import { runKillBench } from './kill.ts';
import { runLandingBench } from './landing.ts';
import { runMessagesBench } from './messages.ts';
import { runNoticeLatencyBench } from './notice-latency.ts';
import { runOpenPanelsBench } from './open-panels.ts';
import { runOutboxBench } from './outbox.ts';
import { runPanelBench } from './panel.ts';
import { TOLD, writeReadmeTable } from './readme-table.ts';
import { runScaleBench } from './scale.ts';

/** The latest result of each measurement. */
const RESULTS = join(import.meta.dirname, 'last-results.json');

const benches: Record<string, () => Promise<unknown>> = {
  api: runApiBench,
  scale: runScaleBench,
  footprint: runFootprintBench,
  landing: runLandingBench,
  kill: runKillBench,
  import: runImportBench,
  messages: runMessagesBench,
  'open-panels': runOpenPanelsBench,
  panel: runPanelBench,
  outbox: runOutboxBench,
  'notice-latency': runNoticeLatencyBench,
  'account-enumeration': runAccountEnumerationBench,
};

const isForReadme = process.argv[2] === '--readme';
const asked = isForReadme ? [...TOLD] : process.argv.slice(2);
const unknown = asked.find((name) => !(name in benches));
if (unknown) {
  console.error(`No existe la medición '${unknown}'. Hay: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(machine);
for (const [name, run] of Object.entries(benches)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  const startedAt = new Date();
  const rows = await run();
  keepResult(name, { machine, at: startedAt.toISOString(), rows });
  console.log(`${name}: ${((Date.now() - startedAt.getTime()) / 60_000).toFixed(1)} min`);
}
if (isForReadme) writeReadmeTable(readResults());

/** Stores a result; those of other measurements stay. */
function keepResult(name: string, result: object): void {
  writeFileSync(RESULTS, `${JSON.stringify({ ...readResults(), [name]: result }, null, 1)}\n`);
}

function readResults() {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
}
