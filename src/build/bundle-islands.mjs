import { writeFile } from 'node:fs/promises';

/**
 * Code that two or more islands need at once goes into one file. Dialogs and form schemas are not in it: they are
 * loaded when they are needed. React DOM is in a file of its own, because it changes least.
 */
const SHARED = {
  name: 'base',
  minShareCount: 2,
  test: /vite\/preload-helper|node_modules\/(react|nanostores|@nanostores\/react)\/|react-dom\/(index|cjs\/react-dom\.)|src\/crm\/(api-client|accounts\/account-api|(panel|lead|set-aside|trash)\/|ui\/(?!Dialog|useQuestion|layers\/Sheet|forms\/PasswordField|Tabs))|src\/shared\/strings\/crm|src\/shared\/(strings\/)?leads(?!\/schema)/,
};

/**
 * Bundles the islands' scripts into few files and writes a list of their imports. With this list a page names in its
 * head all scripts that its islands need (server/http/pages/island-scripts.ts). Without it the browser would find each
 * file only after loading the one that imports it: three round trips.
 * @returns {import('astro').AstroIntegration}
 */
export function bundleIslands() {
  /** @type {[script: string, neededBy: string[]][]} */
  let scripts = [];
  /** @type {URL} */
  let serverFolder;
  return {
    name: 'bundle-islands',
    hooks: {
      'astro:config:setup': ({ updateConfig }) => {
        /** @type {import('vite').Plugin} */
        const list = {
          name: 'list-island-scripts',
          applyToEnvironment: ({ name }) => name === 'client',
          generateBundle(_options, bundle) {
            scripts = listScripts(bundle);
          },
        };
        const output = { codeSplitting: { groups: [SHARED] } };
        updateConfig({
          vite: { plugins: [list], environments: { client: { build: { rolldownOptions: { output } } } } },
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
