import { writeFile } from 'node:fs/promises';

/** What every CRM page loads, and the panel, which has the most to load before it responds to a press. */
const FIRST = /\/src\/crm\/(island-renderer|panel\/(LeadsPanel|CreateLeadButton)|ui\/toasts\/Toaster)\.tsx$/;

/**
 * Bundles the islands' scripts into few files and records their imports, so that a page's head can preload every script
 * its islands need (server/http/pages/island-scripts.ts). Otherwise the browser would discover each file only through
 * its importer: three round trips.
 * @returns {import('astro').AstroIntegration}
 */
export function bundleIslands() {
  /** @type {[script: string, neededBy: string[]][]} */
  let scripts = [];
  /** @type {Record<string, string>} */
  let names = {};
  /** @type {ReadonlySet<string>} */
  let first = new Set();
  /** @type {URL} */
  let serverFolder;
  return {
    name: 'bundle-islands',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        /** @type {import('vite').Plugin} */
        const plugin = {
          name: 'bundle-islands',
          applyToEnvironment: ({ name }) => name === 'client',
          options: ({ input, ...others }) => ({ ...others, input: sortEntries(input) }),
          buildEnd() {
            first = findNeeded(this, FIRST);
          },
          generateBundle(_options, bundle) {
            scripts = listScripts(bundle);
            names = Object.fromEntries(Object.values(bundle).map(({ name, fileName }) => [name, `/${fileName}`]));
          },
        };
        // One file for what the panel needs at once and another island or dialog needs too. What only dialogs and forms
        // share stays out: it loads with them. React DOM has its own file, as it changes least.
        const base = {
          name: (/** @type {string} */ id) => (first.has(id) ? 'base' : undefined),
          minShareCount: 2,
        };
        // The panel's first scripts name some sixty others: readable names beside the hashes would add 370 bytes to the
        // first load. script-names.json tells which is which.
        // Rolldown allows no shorter hash for so many files.
        const chunkFileNames = '_astro/[hash:7].js';
        const output = { codeSplitting: { groups: [base] }, chunkFileNames };
        updateConfig({
          vite: { plugins: [plugin], environments: { client: { build: { rolldownOptions: { output } } } } },
        });
      },
      'astro:config:done': ({ config }) => {
        serverFolder = config.build.server;
      },
      'astro:build:done': async () => {
        await writeFile(new URL('island-scripts.json', serverFolder), JSON.stringify(scripts));
        await writeFile(new URL('script-names.json', serverFolder), JSON.stringify(names));
      },
    },
  };
}

/**
 * Entry order must not depend on where the project lies: sorted by full path, its own folder would move relative to
 * others. Code order follows it, and so does the compressed size.
 * @param {import('vite').Rolldown.InputOption | undefined} input
 */
function sortEntries(input) {
  if (!Array.isArray(input)) return input;
  const relative = (/** @type {string} */ entry) => entry.replace(process.cwd(), '');
  return input.toSorted((one, other) => (relative(one) < relative(other) ? -1 : 1));
}

/**
 * The entries' static imports, transitively.
 * @param {import('vite').Rolldown.PluginContext} build
 * @param {RegExp} entries
 */
function findNeeded(build, entries) {
  const needed = new Set([...build.getModuleIds()].filter((id) => entries.test(id)));
  for (const id of needed) for (const next of build.getModuleInfo(id)?.importedIds ?? []) needed.add(next);
  return needed;
}

/**
 * Every script with the islands that need it, transitively. Largest first, as it takes longest to load.
 * @param {import('vite').Rolldown.OutputBundle} bundle
 * @returns {[script: string, neededBy: string[]][]}
 */
function listScripts(bundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  /** @type {(file: string, found?: Set<string>) => Set<string>} */
  const follow = (file, found = new Set()) => {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (!chunk || found.has(file)) return found;
    found.add(file);
    for (const next of chunk.imports) follow(next, found);
    return found;
  };
  const needs = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => ({ fileName, all: follow(fileName) }));
  return chunks
    .sort((one, other) => other.code.length - one.code.length)
    .map(({ fileName }) => [
      `/${fileName}`,
      needs.filter(({ all }) => all.has(fileName)).map((entry) => `/${entry.fileName}`),
    ]);
}
