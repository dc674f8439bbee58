import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** Data blocks are not executed, so they need no hash. */
const DATA_BLOCK = /type="application\/(ld\+)?json"/;

/** Bytes in a connection's first flight: ten packets. */
const FIRST_FLIGHT = 14_000;
/** Below this an editor is warned; a question with its answer takes some 120. */
const LITTLE = 300;

/**
 * @param {string} html
 * @param {'script' | 'style'} tag
 */
function hashInline(html, tag) {
  const hashes = [...html.matchAll(INLINE)]
    .filter(([, name, attributes]) => name === tag && !/\ssrc=/.test(attributes) && !DATA_BLOCK.test(attributes))
    .map(([, , , text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`);
  return [`${tag}-src`, "'self'", ...new Set(hashes)].join(' ');
}

/**
 * Narrows the page's policy to its own inline code. Astro puts the hashes of the whole build, the CRM's included, into
 * every page: a kilobyte that does not compress.
 * @param {string} html
 */
export function narrowPolicy(html) {
  return html
    .replace(/script-src [^;"]*/, () => hashInline(html, 'script'))
    .replace(/style-src [^;"]*/, () => hashInline(html, 'style'));
}

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
 * Narrows each prerendered page's policy, compresses static files once (the server only picks the variant the browser
 * accepts), and reports how much text still fits before a page needs a second flight.
 * @type {import('astro').AstroIntegration}
 */
export const finishFiles = {
  name: 'page-weight',
  hooks: {
    'astro:build:done': async ({ dir, logger }) => {
      const root = fileURLToPath(dir);
      let heaviest = { folder: '.', bytes: 0 };
      for (const file of await readdir(root, { recursive: true })) {
        if (!/\.(html|css|js|svg|xml|txt|json|webmanifest)$/.test(file)) continue;
        const path = join(root, file);
        const isPage = file.endsWith('.html');
        if (isPage) await writeFile(path, narrowPolicy(await readFile(path, 'utf8')));
        const content = await readFile(path);
        if (content.byteLength < 128) continue;
        const small = brotliCompressSync(content);
        await writeFile(`${path}.br`, small);
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
        if (isPage && small.byteLength > heaviest.bytes) heaviest = { folder: dirname(file), bytes: small.byteLength };
      }
      const { text, isLittle } = describeWeight(heaviest.folder === '.' ? '/' : `/${heaviest.folder}`, heaviest.bytes);
      logger[isLittle ? 'warn' : 'info'](text);
    },
  },
};
