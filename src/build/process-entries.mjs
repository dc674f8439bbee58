/** Programs that share the server's modules, built beside Astro's entry. */
const processEntries = {
  'main.mjs': '/src/server/process/boot.ts',
  'app.mjs': '/src/server/main.ts',
  'crm.mjs': '/db/crm.ts',
  'person.mjs': '/db/person/program.ts',
  'reading-thread.mjs': '/src/server/process/reading-thread-program.ts',
  'reader.mjs': '/src/server/process/reader-program.ts',
};

/** @returns {import('vite').Plugin} */
export function buildProcessEntries() {
  return {
    name: 'process-entries',
    apply: 'build',
    // Bundles all packages except those compiled per machine: the server starts sooner and needs nothing else from
    // node_modules. In development, CommonJS packages must stay external.
    config: () => ({
      ssr: { noExternal: true, external: ['better-sqlite3', '@node-rs/argon2'] },
      // Vite would leave NODE_ENV to run time, and React would run its development checks.
      define: { 'process.env.NODE_ENV': JSON.stringify('production') },
      environments: {
        ssr: {
          build: {
            rolldownOptions: {
              output: {
                codeSplitting: {
                  groups: [{ name: 'program', test: /\/(src\/server|src\/shared|db)\//, minShareCount: 6 }],
                },
              },
            },
          },
        },
      },
    }),
    applyToEnvironment: (environment) => environment.name === 'ssr',
    buildStart() {
      for (const [fileName, id] of Object.entries(processEntries)) {
        this.emitFile({ type: 'chunk', id, fileName });
      }
    },
  };
}
