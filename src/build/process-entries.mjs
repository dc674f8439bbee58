/** Programs that share the server's modules and are built beside Astro's own entry. */
const processEntries = {
  'main.mjs': '/src/server/process/boot.ts',
  'app.mjs': '/src/server/main.ts',
  'crm.mjs': '/db/crm.ts',
};

/**
 * Builds them.
 * @returns {import('vite').Plugin}
 */
export function buildProcessEntries() {
  return {
    name: 'process-entries',
    apply: 'build',
    // The built server carries everything but what is compiled for each machine: it starts sooner and runs without the
    // rest of node_modules. In development CommonJS packages must stay outside.
    config: () => ({
      ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2'] },
      // Vite leaves it to be read when the server runs; React would then check every element as it does in development.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    }),
    applyToEnvironment: (environment) => environment.name === 'ssr',
    buildStart() {
      for (const [fileName, id] of Object.entries(processEntries)) {
        this.emitFile({ type: 'chunk', id, fileName });
      }
    },
  };
}
