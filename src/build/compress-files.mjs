import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';

/**
 * Compresses static files once, at build; the server only picks the variant the browser accepts.
 * @type {import('astro').AstroIntegration}
 */
export const compressStaticFiles = {
  name: 'compress-static-files',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const folder = fileURLToPath(dir);
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
        if (!file.isFile() || !/\.(html|css|js|svg|xml|txt|json|webmanifest)$/.test(file.name)) continue;
        const path = join(file.parentPath, file.name);
        const content = await readFile(path);
        if (content.byteLength < 128) continue;
        await writeFile(`${path}.br`, brotliCompressSync(content));
        await writeFile(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  },
};
