import { writeFile } from 'node:fs/promises';

/**
 * Lists the pages rendered at run time, so that server/http/pages/astro-entry.ts can refuse Astro's own unused routes
 * (/_image, /_server-islands).
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
          .filter(({ type, origin, isPrerendered }) => type === 'page' && origin === 'project' && !isPrerendered)
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
