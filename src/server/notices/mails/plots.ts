import { once } from '~/server/process/once';

/** Some 67 kB of code that only Monday's mails need. */
const loadPng = once(() => import('fast-png'));

/** Displayed size. The file has twice the pixels each way, to be sharp on a phone. */
export const PLOT = { width: 480, height: 130 } as const;
const DENSITY = 2;
/** In pixels of the file. */
const EDGE = 4;
/** A byte packs four pixels of two bits, so everything painted begins and ends at a multiple of four. */
const PACKED = 4;

/** At least 3:1 on light and on dark: mail programs darken the mail, but not the transparent pictures in it. */
const PALETTE: [number, number, number, number][] = [
  [0, 0, 0, 0],
  [46, 158, 107, 255],
  [217, 83, 44, 255],
  [125, 141, 136, 255],
];
/** Four pixels of one colour. */
const [BAR, MEAN, GROUND] = [0x55, 0xaa, 0xff];

/** A bar's height, and the line across it. */
type Bar = { total: number; mean: number };

/** Bars of equal width, side by side, as a PNG. */
export async function drawBars(bars: readonly Bar[]): Promise<Uint8Array> {
  const width = PLOT.width * DENSITY;
  const height = PLOT.height * DENSITY;
  const line = width / PACKED;
  const data = new Uint8Array(line * height);
  const floor = height - EDGE;
  const paint = (left: number, top: number, right: number, bottom: number, colour: number) => {
    const [from, to] = [Math.round(left / PACKED), Math.round(right / PACKED)];
    for (let y = Math.round(top); y < Math.round(bottom); y++) data.fill(colour, y * line + from, y * line + to);
  };
  const most = Math.max(1, ...bars.map(({ total, mean }) => Math.max(total, mean)));
  const heightOf = (count: number) => ((floor - EDGE) * count) / most;
  const slot = width / bars.length;
  for (const [index, { total, mean }] of bars.entries()) {
    paint((index + 0.1) * slot, floor - heightOf(total), (index + 0.9) * slot, floor, BAR);
    const level = floor - heightOf(mean);
    paint(index * slot, level - EDGE / 2, (index + 1) * slot, level + EDGE / 2, MEAN);
  }
  paint(0, floor, width, height, GROUND);
  const { encode } = await loadPng();
  return encode({ width, height, data, depth: 2, channels: 1, palette: PALETTE });
}
