import { writeFile } from 'node:fs/promises';

/**
 * Writes a list of the pages that are rendered at run time. Astro adds routes of its own (/_image, /_server-islands),
 * which this product does not use; with the list, server/http/pages/page-routes.ts refuses them.
 * @returns {import('astro').AstroIntegration}
 */
export function listRoutes() {
  /** @type {string[]} */
  let patterns = [];
  /** @type {URL} */
  let serverFolder;
  return {
    name: 'list-routes',
    hooks: {
      'astro:routes:resolved': ({ routes }) => {
        patterns = routes
          .filter(
            ({ type, origin, isPrerendered }) => type === 'page' && origin === 'project' && !isPrerendered,
          )
          .map(({ patternRegex }) => patternRegex.source);
      },
      'astro:config:done': ({ config }) => {
        serverFolder = config.build.server;
      },
      'astro:build:done': async () => {
        await writeFile(new URL('page-routes.json', serverFolder), JSON.stringify(patterns));
      },
    },
  };
}
