import react from '@astrojs/react';

/**
 * Astro's React integration with another client renderer, which puts a crash boundary around each island.
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
      'astro:config:setup': (setup) =>
        setUp?.({
          ...setup,
          addRenderer: (renderer) =>
            setup.addRenderer({
              ...renderer,
              clientEntrypoint: '/src/crm/island-renderer.tsx',
              serverEntrypoint: '/src/crm/island-server.ts',
            }),
        }),
    },
  };
}
