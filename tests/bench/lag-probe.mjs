// Preloaded into a server. On SIGUSR2 it prints the event loop's lag since the last time: by the clock, and without the
// time in which other processes had the CPU.
import { openSync, readSync } from 'node:fs';
import { createHistogram } from 'node:perf_hooks';

const EVERY_MS = 1;
const NS_PER_MS = 1e6;

const clock = createHistogram();
const own = createHistogram();
const schedule = openSync('/proc/thread-self/schedstat', 'r');
const buffer = Buffer.alloc(64);

/** Total time this thread was runnable but waited for a CPU. */
function readQueuedMs() {
  const text = buffer.toString('latin1', 0, readSync(schedule, buffer, 0, buffer.length, 0));
  return Number(text.split(' ')[1]) / NS_PER_MS;
}

let firedAt = performance.now();
let queued = readQueuedMs();
setInterval(() => {
  const now = performance.now();
  const queuedNow = readQueuedMs();
  const late = now - firedAt - EVERY_MS;
  record(clock, late);
  record(own, late - (queuedNow - queued));
  firedAt = now;
  queued = queuedNow;
}, EVERY_MS).unref();

/** In microseconds, because histograms take only integers from 1 up. */
function record(/** @type {import('node:perf_hooks').RecordableHistogram} */ histogram, /** @type {number} */ ms) {
  histogram.record(Math.max(1, Math.round(ms * 1000)));
}

let count = 0;
process.on('SIGUSR2', () => {
  const [byClock, max, p99] = [clock.max, own.max, own.percentile(99)].map((us) => (us / 1000).toFixed(1));
  clock.reset();
  own.reset();
  count += 1;
  console.log(`lag ${count}: max=${max} p99=${p99} clock=${byClock}`);
});
