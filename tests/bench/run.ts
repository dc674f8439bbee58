// `npm run bench` runs every benchmark, `npm run bench -- api` the named ones. Each prints ratios against a floor
// measured in the same run; only ratios are comparable between machines.
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
import { writeReadmeTable } from './readme-table.ts';
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

if (process.argv[2] === '--readme') {
  writeReadmeTable(readResults());
  process.exit();
}
const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in benches));
if (unknown) {
  console.error(`No existe la medición '${unknown}'. Hay: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
const machine = `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`;
console.log(machine);
for (const [name, run] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name))
    keepResult(name, { machine, at: new Date().toISOString(), rows: await run() });
}

/** Stores a result; those of other measurements stay. */
function keepResult(name: string, result: object): void {
  writeFileSync(RESULTS, `${JSON.stringify({ ...readResults(), [name]: result }, null, 1)}\n`);
}

function readResults() {
  return existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')) : {};
}
