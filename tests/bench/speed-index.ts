import type { CDPSession } from 'playwright';
import sharp from 'sharp';

type Frame = { at: number; picture: string };
type Histogram = number[];

/** Records the browser's frames. The returned function stops and returns the Speed Index in ms since `start`. */
export async function filmPage(
  page: CDPSession,
): Promise<(start: (events: TraceEvent[]) => number) => Promise<number>> {
  const events: TraceEvent[] = [];
  page.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await page.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['blink.user_timing', 'disabled-by-default-devtools.screenshot'] },
  });
  return async (findStart) => {
    const complete = new Promise<void>((resolve) => page.once('Tracing.tracingComplete', () => resolve()));
    await page.send('Tracing.end');
    await complete;
    const start = findStart(events);
    const frames = events
      .filter(({ name, ts }) => name === 'Screenshot' && ts >= start)
      .map(({ ts, args }) => ({ at: (ts - start) / 1000, picture: String(args.snapshot) }));
    return calculateSpeedIndex(frames);
  };
}

/** The used fields of a Chromium trace event; `ts` is in microseconds. */
export interface TraceEvent {
  name: string;
  ts: number;
  args: { snapshot?: unknown; data?: { documentLoaderURL?: string } };
}

/** The colour histogram of a picture, per channel. */
async function countColours({ picture }: Frame): Promise<Histogram> {
  const { data, info } = await sharp(Buffer.from(picture, 'base64'))
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const counts: Histogram = Array.from({ length: 3 * 256 }, () => 0);
  for (let index = 0; index < data.length; index += 1) {
    const bucket = (index % info.channels) * 256 + (data[index] ?? 0);
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  return counts;
}

const differ = (one: Histogram, other: Histogram) =>
  one.reduce((total, count, index) => total + Math.abs(count - (other[index] ?? 0)), 0);

/**
 * The area above the curve of visual completeness: https://developer.chrome.com/docs/lighthouse/performance/speed-index
 */
async function calculateSpeedIndex(frames: Frame[]): Promise<number> {
  const histograms = await Promise.all(frames.map(countColours));
  const [first] = histograms;
  const last = histograms.at(-1);
  if (!first || !last) return Number.NaN;
  const whole = differ(first, last);
  let index = 0;
  let complete = 0;
  let from = 0;
  for (const [position, { at }] of frames.entries()) {
    index += (1 - complete) * (at - from);
    from = at;
    complete = whole === 0 ? 1 : 1 - differ(histograms[position] ?? last, last) / whole;
  }
  return index;
}
