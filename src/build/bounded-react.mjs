import react from '@astrojs/react';

/**
 * React's islands, each of them in the CRM's boundary: the one place through which all of them come.
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
            setup.addRenderer({ ...renderer, clientEntrypoint: '/src/crm/island-renderer.tsx' }),
        }),
    },
  };
}
