import { once } from '~/server/process/once';

/** Some 67 kB of code that only the Monday's mails need. */
const loadPng = once(() => import('fast-png'));

/** As it is shown. The file has twice as many pixels each way, so that it is sharp on a telephone. */
export const PLOT = { width: 480, height: 130 } as const;
const DENSITY = 2;
/** In pixels of the file. */
const EDGE = 4;
/** A byte holds four pixels of two bits side by side, so what is painted begins and ends at every fourth. */
const PACKED = 4;

/** Their contrast is at least 3:1 on a white and on a dark ground, which shows through: programs darken mails, not pictures. */
const PALETTE: [number, number, number, number][] = [
  [0, 0, 0, 0],
  [46, 158, 107, 255],
  [217, 83, 44, 255],
  [125, 141, 136, 255],
];
/** Four pixels of one colour. */
const [NOTHING, BAR, MEAN, GROUND] = [0x00, 0x55, 0xaa, 0xff];

/** A bar: how high it is, which part of it is filled, from below, and the line that is drawn across its place. */
export type Bar = { total: number; filled: number; mean?: number };

/** Bars side by side, each in a place of the same width, as a PNG. Drawing both of a mail takes a few milliseconds. */
export async function drawBars(bars: readonly Bar[]): Promise<Uint8Array> {
  const width = PLOT.width * DENSITY;
  const height = PLOT.height * DENSITY;
  const line = width / PACKED;
  const data = new Uint8Array(line * height);
  const floor = height - EDGE;
  const paint = (left: number, top: number, right: number, bottom: number, colour: number) => {
    const [from, to] = [Math.round(left / PACKED), Math.round(right / PACKED)];
    for (let y = Math.round(top); y < Math.round(bottom); y++)
      data.fill(colour, y * line + from, y * line + to);
  };
  const most = Math.max(1, ...bars.map(({ total, mean = 0 }) => Math.max(total, mean)));
  const heightOf = (count: number) => ((floor - EDGE) * count) / most;
  const place = width / bars.length;
  for (const [index, { total, filled, mean }] of bars.entries()) {
    const [left, right] = [(index + 0.1) * place, (index + 0.9) * place];
    const top = floor - heightOf(total);
    if (total > 0) {
      paint(left, top, right, floor, BAR);
      // What is not filled is an outline, which needs no colour to be told apart.
      paint(left + EDGE, top + EDGE, right - EDGE, floor - heightOf(filled), NOTHING);
    }
    if (mean !== undefined) {
      const level = floor - heightOf(mean);
      paint(index * place, level - EDGE / 2, (index + 1) * place, level + EDGE / 2, MEAN);
    }
  }
  paint(0, floor, width, height, GROUND);
  const { encode } = await loadPng();
  return encode({ width, height, data, depth: 2, channels: 1, palette: PALETTE });
}
