import { readdir, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Bytes in a connection's first flight: ten packets. */
const FIRST_FLIGHT = 14_000;
/** Below this an editor is warned; a question with its answer takes some 120. */
const LITTLE = 300;

const write = (/** @type {number} */ number) => number.toLocaleString('es-AR', { useGrouping: 'always' });

/**
 * What an editor is told about the page with the least room left.
 * @param {string} page its address
 * @param {number} bytes what it weighs, compressed, with its CSS
 * @returns {{ text: string, isLittle: boolean }}
 */
export function describeWeight(page, bytes) {
  const left = FIRST_FLIGHT - bytes;
  const weighs = `${page} pesa ${write(bytes)} bytes de los ${write(FIRST_FLIGHT)} que llegan de una vez`;
  if (left < 0)
    return {
      isLittle: true,
      text: `${weighs}: sobran ${write(-left)}. Se publica igual, pero en un teléfono tarda más en verse; acortá textos.`,
    };
  return { isLittle: left < LITTLE, text: `${weighs}: quedan ${write(left)} para textos.` };
}

/**
 * Reports how much text still fits before a page needs a second flight. Runs after compression, and never fails the
 * build.
 * @type {import('astro').AstroIntegration}
 */
export const pageWeight = {
  name: 'page-weight',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const root = fileURLToPath(dir);
      const files = (await readdir(root, { recursive: true })).filter((file) => file.endsWith('.html.br'));
      const pages = await Promise.all(
        files.map(async (file) => ({ file, bytes: (await stat(join(root, file))).size })),
      );
      const heaviest = pages.sort((one, other) => other.bytes - one.bytes)[0];
      if (!heaviest) return;
      const folder = dirname(heaviest.file);
      const { text, isLittle } = describeWeight(folder === '.' ? '/' : `/${folder}`, heaviest.bytes);
      logger[isLittle ? 'warn' : 'info'](text);
    },
  },
};
