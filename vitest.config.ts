import { availableParallelism } from 'node:os';
import { getViteConfig } from 'astro/config';
import type { Plugin } from 'vite';
import type {} from 'vitest/config';
import { TEST_TIMEOUT_MS, WAIT_TIMEOUT_MS } from './tests/support/timeouts.ts';

// What starts servers and browsers waits about as much as it works, so one file more at a time than there are cores. Ten
// browsers are enough for any machine's memory.
const maxWorkers = Math.min(availableParallelism() + 1, 10);

const common = {
  testTimeout: TEST_TIMEOUT_MS,
  hookTimeout: TEST_TIMEOUT_MS,
  expect: { poll: { timeout: WAIT_TIMEOUT_MS } },
  globalSetup: ['tests/support/test-run.ts'],
  setupFiles: ['tests/support/own-database.ts', 'tests/support/seed.ts'],
  maxWorkers,
  // A worker runs file after file in one process, which is what lets them share its server and its browser.
  isolate: false,
};

/** Editors' files quote one another and their age counts, so what one says is more than its own text: never kept. */
const freshContent: Plugin = {
  name: 'fresh-content',
  configureVitest: ({ defineCacheKeyGenerator }) =>
    defineCacheKeyGenerator(({ id }) => (/\/src\/content\/.*\.yaml$/.test(id) ? false : undefined)),
};

export default getViteConfig({
  plugins: [freshContent],
  test: {
    projects: [
      {
        extends: true as const,
        test: {
          name: 'quick',
          include: ['tests/**/*.test.ts'],
          exclude: ['tests/**/*.slow.test.ts'],
          ...common,
        },
      },
      {
        extends: true as const,
        test: {
          // What takes long or needs other programs: `npm run test:all`.
          name: 'slow',
          include: ['tests/**/*.slow.test.ts'],
          ...common,
          hookTimeout: 1_200_000,
          // Its tests kill processes, fill disks and wait for clocks: a busier machine only disturbs them.
          maxWorkers: Math.min(availableParallelism(), 10),
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
