import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { assembleContent } from './assemble.ts';
import { warnOfOldRates } from './figures.ts';
import { type Content, FILES, type FileSchema } from './files.ts';
import { readEdition } from './read-edition.ts';
import { readList, readSingle } from './read-entries.ts';
import { agencyPlansSchema } from './schemas.ts';
import { requireUsualTemplates, templateSchema } from './templates.ts';

const FOLDER = 'src/content';

/** The differences of the landing's Mexican edition. */
const EDITION = 'mx.yaml';

/** Texts of the CRM, which no other file has to agree with. */
const AGENCY_PLANS = 'agency-plans.yaml';
const TEMPLATES = 'whatsapp/mensajes.yaml';

/** No file, but the module of all that the public pages show. */
const ALL = 'all.yaml';

const NAMES = [...Object.keys(FILES).map((name) => `${name}.yaml`), ALL, EDITION, AGENCY_PLANS, TEMPLATES];

/** A file's checked content; undefined if it is no content file. For the edition, that of all files. */
export async function readContent(name: string, path = join(FOLDER, name)): Promise<unknown> {
  const file = `${FOLDER}/${name}`;
  if (name === EDITION) return readEdition(path, file, FILES, await readSite());
  if (name === AGENCY_PLANS) return readSingle(path, file, agencyPlansSchema);
  if (name === TEMPLATES) return requireUsualTemplates(file, await readList(path, file, templateSchema));
  const kind = (FILES as Record<string, FileSchema>)[basename(name, '.yaml')];
  return kind?.isList ? readList(path, file, kind.schema) : kind && readSingle(path, file, kind.schema);
}

/** All of the site's files, each valid by itself. */
async function readSite(): Promise<Content> {
  const read = Object.keys(FILES).map(async (name) => [name, await readContent(`${name}.yaml`)] as const);
  return Object.fromEntries(await Promise.all(read)) as unknown as Content;
}

/** Throws if a file is wrong or two disagree. Runs before the build, so that a mistake is reported once. */
async function checkContent(draw: (content: Content) => Promise<unknown>): Promise<void> {
  const content = await readSite();
  await Promise.all([readContent(AGENCY_PLANS), readContent(TEMPLATES)]);
  assembleContent(content);
  assembleContent((await readContent(EDITION)) as Content, EDITION);
  await draw(content);
  warnOnce(warnOfOldRates(content.site, new Date()));
}

/** A build reads the content several times; each warning is printed once. */
const printed = new Set<string>();

function warnOnce(sentence: string | undefined): void {
  if (sentence === undefined || printed.has(sentence)) return;
  printed.add(sentence);
  console.warn(sentence);
}

const nameOf = (path: string) => path.replace(/^(.*\/content|\.)\//, '');

/**
 * A file with fields also exports each field, and a list each field's values, so that the browser gets only what is
 * imported.
 */
function writeModule(value: unknown): string {
  const fields = Array.isArray(value)
    ? Object.keys(value[0] ?? {}).map((name) => [name, value.map((entry) => entry[name])])
    : Object.entries(value as object);
  return [
    ...fields.map(([name, field]) => `export const ${name} = ${JSON.stringify(field)};`),
    `export default ${JSON.stringify(value)};`,
  ].join('\n');
}

function writeJoinedModule(): string {
  const names = Object.keys(FILES).filter((name) => name !== 'form');
  return [
    ...names.map((name) => `import ${name} from './${name}.yaml';`),
    `export default { ${names.join(', ')} };`,
  ].join('\n');
}

/**
 * Turns every file editors write into a checked module: a mistake stops a build; `npm run dev` shows it on the page.
 * @param draw Draws what is made of the texts, to see before a build whether they fit.
 */
export function contentModules(draw: (content: Content) => Promise<unknown>): Plugin {
  let root = '';
  let building = false;
  return {
    name: 'content-modules',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    async buildStart() {
      if (building) await checkContent(draw);
    },
    // Missing files resolve too, so that the reader reports them.
    resolveId: {
      filter: { id: /(^\.|\/content)\/(whatsapp\/)?[\w-]+\.yaml$/ },
      handler(source) {
        const name = nameOf(source);
        return NAMES.includes(name) ? join(root, FOLDER, name) : null;
      },
    },
    load: {
      filter: { id: /\/src\/content\/(whatsapp\/)?[\w-]+\.yaml$/ },
      async handler(id) {
        const name = nameOf(id);
        if (name === ALL) return { code: writeJoinedModule(), map: null };
        // The edition inherits from these.
        if (name === EDITION)
          for (const file of Object.keys(FILES)) this.addWatchFile(join(root, FOLDER, `${file}.yaml`));
        const value = await readContent(name, id);
        return value === undefined ? null : { code: writeModule(value), map: null };
      },
    },
  };
}
