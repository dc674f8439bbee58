/**
 * Makes `npm run dev` answer requests with the same code as the built server, and run the same background work. Both
 * are loaded in the environment in which Astro renders pages, so that each module exists only once.
 * @type {import('astro').AstroIntegration}
 */
export const devDoor = {
  name: 'dev-door',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const { ssr } = server.environments;
      /** @returns {Promise<typeof import('../server/process/dev')>} */
      const load = () => /** @type {any} */ (ssr).runner.import('/src/server/process/dev.ts');
      server.middlewares.use((request, response, next) => {
        // A mistake in an editor's file, which this code knows, too: Astro tells it on the page, and shows the page once it is mended.
        load().then(
          ({ serveInDev }) => serveInDev(request, response, next),
          (error) => {
            server.config.logger.error(String(error));
            next();
          },
        );
      });
      server.httpServer?.once('listening', async () => {
        const { startBackground } = await load();
        await startBackground();
      });
    },
  },
};
