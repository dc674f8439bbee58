import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

// Built by `npm test` just before.
const FOLDER = join('dist', 'client', '_astro');
const ISLANDS = /^(LeadsPanel|island-renderer|Toaster|CreateLeadButton|RailViews)\..*\.js$/;

/** The panel's islands, and all that they import. */
function readFirstScripts(): string[] {
  const files = new Set(readdirSync(FOLDER).filter((name) => ISLANDS.test(name)));
  const codes: string[] = [];
  for (const file of files) {
    const code = readFileSync(join(FOLDER, file), 'utf8');
    codes.push(code);
    for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*["'`]\.\/([^"'`]+\.js)["'`]/g))
      files.add(imported);
  }
  return codes;
}

it('the panel answers a first press without the rules that check forms, in few files', () => {
  const scripts = readFirstScripts();
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.length).toBeLessThan(10);
  expect(scripts.filter((code) => /ZodError/.test(code))).toEqual([]);
  const bytes = scripts.reduce((sum, code) => sum + brotliCompressSync(code).byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(130_000);
});
