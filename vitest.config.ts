import { availableParallelism } from 'node:os';
import { getViteConfig } from 'astro/config';
import { PATIENCE_MS, TEST_PATIENCE_MS } from './tests/support/patience.ts';

const shared = { extends: true as const };
const patience = {
  testTimeout: TEST_PATIENCE_MS,
  hookTimeout: TEST_PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
};
// A second try where a server or a browser takes part: what the machine does between two programs differs from run to run.
// The report says '(retry x1)' of who needed it, which is a race to be found, in the test or in the product.
const again = { retry: 1 };
// What starts servers and browsers waits about as much as it works, so two files more than there are cores, and all kinds
// beside each other: one that waits leaves its core to the rest. Ten browsers are enough for any machine's memory.
const beside = { maxWorkers: Math.min(availableParallelism() + 2, 10) };

export default getViteConfig({
  // @ts-expect-error: vitest adds this key to Vite's configuration; Astro's type does not know it.
  test: {
    projects: [
      {
        ...shared,
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
          ...patience,
          ...beside,
        },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          ...patience,
          ...again,
          ...beside,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          ...patience,
          ...again,
          ...beside,
        },
      },
      {
        ...shared,
        test: {
          // With the real programs that run beside the product; `npm test` leaves them out: npm brings them when asked.
          name: 'integrations',
          include: ['tests/integrations/**/*.test.ts'],
          testTimeout: 300_000,
          hookTimeout: 1_200_000,
          expect: { poll: { timeout: 60_000 } },
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
