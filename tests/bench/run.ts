// `npm run bench` runs every benchmark, `npm run bench -- api` the named ones. Each prints a table of ratios
// against a floor measured in the same run; only the ratios can be compared between machines.
import { cpus, totalmem } from 'node:os';
import { runApiBench } from './api.ts';
import { runKillBench } from './kill.ts';
import { runLandingBench } from './landing.ts';
import { runOpenPanelsBench } from './open-panels.ts';
import { runOutboxBench } from './outbox.ts';
import { runSignInFloodBench } from './sign-in-flood.ts';

const benches: Record<string, () => Promise<void>> = {
  api: runApiBench,
  landing: runLandingBench,
  kill: runKillBench,
  'open-panels': runOpenPanelsBench,
  outbox: runOutboxBench,
  'sign-in-flood': runSignInFloodBench,
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in benches));
if (unknown) {
  console.error(`No existe la medición '${unknown}'. Hay: ${Object.keys(benches).join(', ')}.`);
  process.exit(1);
}
console.log(
  `${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Node ${process.version}`,
);
for (const [name, run] of Object.entries(benches)) {
  if (asked.length === 0 || asked.includes(name)) await run();
}
