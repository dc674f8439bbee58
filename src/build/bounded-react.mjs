import { resolve } from 'node:path';
import react from '@astrojs/react';

const OWN_RUNTIME = resolve('src/crm/ui/jsx-runtime.ts');

/**
 * Makes the elements of the CRM's screens with its own JSX runtime, on the server and in the browser.
 * @type {import('vite').Plugin}
 */
const ownJsx = {
  name: 'own-jsx',
  enforce: 'pre',
  resolveId: {
    filter: { id: /^react\/jsx-(dev-)?runtime$/ },
    handler: (_id, importer) => (importer?.includes('/src/crm/') && importer !== OWN_RUNTIME ? OWN_RUNTIME : undefined),
  },
};

/**
 * Astro's React integration with another client renderer, which puts a crash boundary around each island, and with the
 * CRM's own JSX runtime.
 * @param {Parameters<typeof react>[0]} options
 * @returns {import('astro').AstroIntegration}
 */
export function boundedReact(options) {
  const integration = react(options);
  const setUp = integration.hooks['astro:config:setup'];
  return {
    ...integration,
    hooks: {
      ...integration.hooks,
      'astro:config:setup': async (setup) => {
        setup.updateConfig({ vite: { plugins: [ownJsx] } });
        await setUp?.({
          ...setup,
          addRenderer: (renderer) =>
            setup.addRenderer({
              ...renderer,
              clientEntrypoint: '/src/crm/island-renderer.tsx',
              serverEntrypoint: '/src/crm/island-server.ts',
            }),
        });
      },
    },
  };
}
