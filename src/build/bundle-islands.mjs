import { writeFile } from 'node:fs/promises';

/**
 * What more than one island needs at once goes into one file. Dialogs, and what checks their forms, come when they are
 * needed; React's own DOM is alone in its file, which changes least.
 */
const SHARED = {
  name: 'base',
  minShareCount: 2,
  test: /vite\/preload-helper|node_modules\/(react|nanostores|@nanostores\/react)\/|react-dom\/(index|cjs\/react-dom\.)|src\/crm\/(api-client|accounts\/account-api|(panel|lead|set-aside|trash)\/|ui\/(?!Dialog|forms\/PasswordField|Tabs))|src\/shared\/strings\/crm|src\/shared\/(strings\/)?leads(?!\/schema)/,
};

/**
 * Puts the islands' scripts into few files and keeps a list of what each of them imports, by which a page names in its
 * head what its islands will ask for (server/http/pages/island-scripts.ts). Left to itself the browser learns of a file
 * when the one that imports it has arrived, three times in a row.
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
 * Every script with the islands that need it, near or far; the largest first, because it arrives last.
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
