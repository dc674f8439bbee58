/**
 * `npm run dev` answers through the same door as the built server, and does what that does beside answering. Both come
 * from the environment in which Astro draws pages, so that there is one of each module.
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
        load().then(({ serveInDev }) => serveInDev(request, response, next), next);
      });
      server.httpServer?.once('listening', async () => {
        const { startBackground } = await load();
        await startBackground();
      });
    },
  },
};
