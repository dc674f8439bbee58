/**
 * Makes `npm run dev` use the built server's code for requests and background work. It is loaded in the environment in
 * which Astro renders pages, so that each module exists only once.
 * @type {import('astro').AstroIntegration}
 */
export const devServer = {
  name: 'dev-server',
  hooks: {
    'astro:server:setup': ({ server }) => {
      const { ssr } = server.environments;
      /** @returns {Promise<typeof import('../server/process/dev')>} */
      const load = () => /** @type {any} */ (ssr).runner.import('/src/server/process/dev.ts');
      server.middlewares.use((request, response, next) => {
        // A mistake in an editor's file breaks this code too. Let Astro report it on the page, and recover once it is
        // fixed.
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
