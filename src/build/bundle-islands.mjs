import { writeFile } from 'node:fs/promises';

/** What every page of the CRM loads, and the panel, which has most to load before it answers a press. */
const FIRST = /\/src\/crm\/(island-renderer|panel\/(LeadsPanel|CreateLeadButton)|ui\/toasts\/Toaster)\.tsx$/;

/**
 * Bundles the islands' scripts into few files and writes a list of their imports. With this list a page names in its
 * head all scripts that its islands need (server/http/pages/island-scripts.ts). Without it the browser would find each
 * file only after loading the one that imports it: three round trips.
 * @returns {import('astro').AstroIntegration}
 */
export function bundleIslands() {
  /** @type {[script: string, neededBy: string[]][]} */
  let scripts = [];
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
          },
        };
        // What the panel needs at once and another island or dialog needs, too, goes into one file. What only dialogs
        // and forms share is not in it: that is loaded with them. React DOM has its own file: it changes least.
        const base = {
          name: (/** @type {string} */ id) => (first.has(id) ? 'base' : undefined),
          minShareCount: 2,
        };
        // The panel's first scripts name some sixty others: names beside the hashes would be 370 bytes of what it loads first.
        const chunkFileNames = '_astro/[hash:8].js';
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
      },
    },
  };
}

/**
 * In the same order wherever the project is: by their paths, the project's own folder would come before some or after.
 * The order of the code follows it, and with that the size of what is sent.
 * @param {import('vite').Rolldown.InputOption | undefined} input
 */
function sortEntries(input) {
  if (!Array.isArray(input)) return input;
  const place = (/** @type {string} */ entry) => entry.replace(process.cwd(), '');
  return input.toSorted((one, other) => (place(one) < place(other) ? -1 : 1));
}

/**
 * The modules that these entries need at once, themselves or through others.
 * @param {import('vite').Rolldown.PluginContext} build
 * @param {RegExp} entries
 */
function findNeeded(build, entries) {
  const needed = new Set([...build.getModuleIds()].filter((id) => entries.test(id)));
  for (const id of needed) for (const next of build.getModuleInfo(id)?.importedIds ?? []) needed.add(next);
  return needed;
}

/**
 * Every script with the islands that need it, directly or through another script. The largest comes first, because it
 * takes longest to load.
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
  const needs = chunks
    .filter(({ isEntry }) => isEntry)
    .map(({ fileName }) => ({ fileName, all: follow(fileName) }));
  return chunks
    .sort((one, other) => other.code.length - one.code.length)
    .map(({ fileName }) => [
      `/${fileName}`,
      needs.filter(({ all }) => all.has(fileName)).map((entry) => `/${entry.fileName}`),
    ]);
}
