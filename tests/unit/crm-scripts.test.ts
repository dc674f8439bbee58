import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';

// Built by `npm test` just before.
const scripts: [script: string, neededBy: string[]][] = JSON.parse(
  readFileSync(join('dist', 'server', 'island-scripts.json'), 'utf8'),
);
const isOfPanel = (island: string) =>
  /\/(LeadsPanel|island-renderer|Toaster|CreateLeadButton|RailViews)\./.test(island);
const ofPanel = scripts
  .filter(([, neededBy]) => neededBy.some(isOfPanel))
  .map(([script]) => readFileSync(join('dist', 'client', script), 'utf8'));

it('the panel answers a first press without the code of dialogs and forms', () => {
  expect(ofPanel.length).toBeGreaterThan(2);
  expect(ofPanel.filter((code) => /headlessui|ZodError/.test(code))).toEqual([]);
  const bytes = ofPanel.reduce((sum, code) => sum + brotliCompressSync(code).byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(130_000);
});
