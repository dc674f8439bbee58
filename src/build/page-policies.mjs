import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const INLINE = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1>/g;
/** Data blocks are not executed, so they need no hash. */
const DATA_BLOCK = /type="application\/(ld\+)?json"/;

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
 * Narrows the page's policy to its own inline code.
 * @param {string} html
 */
export function narrowPolicy(html) {
  return html
    .replace(/script-src [^;"]*/, () => hashInline(html, 'script'))
    .replace(/style-src [^;"]*/, () => hashInline(html, 'style'));
}

/**
 * Astro puts the hashes of the whole build, the CRM's included, into every page: a kilobyte that does not compress.
 * Here each prerendered page keeps only its own.
 * @returns {import('astro').AstroIntegration}
 */
export function pagePolicies() {
  return {
    name: 'page-policies',
    hooks: {
      'astro:build:done': async ({ dir }) => {
        const root = fileURLToPath(dir);
        const files = await readdir(root, { recursive: true });
        await Promise.all(
          files
            .filter((file) => file.endsWith('.html'))
            .map(async (file) => {
              const path = join(root, file);
              await writeFile(path, narrowPolicy(await readFile(path, 'utf8')));
            }),
        );
      },
    },
  };
}
