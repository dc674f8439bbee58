import { getViteConfig } from 'astro/config';

const shared = { extends: true as const };

export default getViteConfig({
  // @ts-expect-error: vitest adds this key to Vite's configuration; Astro's type does not know it.
  test: {
    projects: [
      {
        ...shared,
        test: { name: 'unit', include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'] },
      },
      {
        ...shared,
        test: {
          name: 'integration',
          include: ['tests/integration/**/*.test.ts'],
          testTimeout: 60_000,
          // As long as anything else may take: no test is about speed.
          expect: { poll: { timeout: 25_000 } },
          hookTimeout: 120_000,
        },
      },
      {
        ...shared,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          testTimeout: 60_000,
          // As long as anything else may take: no test is about speed.
          expect: { poll: { timeout: 20_000 } },
          hookTimeout: 120_000,
          // One browser at a time: two cores are shared with the server.
          fileParallelism: false,
        },
      },
    ],
  },
});
