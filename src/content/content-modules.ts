import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import { COUNTRY_EDITIONS } from '../shared/editions.ts';
import { assembleContent } from './assemble.ts';
import { type Content, FILES, type FileSchema } from './files.ts';
import { readEdition } from './read-edition.ts';
import { readList, readSingle } from './read-entries.ts';
import { agencyPlansSchema, type Site } from './schemas.ts';
import { requireUsualTemplates, templateSchema } from './template-rules.ts';

const FOLDER = 'src/content';

/** The differences of each country's edition, and those that countries which say tú have in common. */
const EDITIONS = COUNTRY_EDITIONS.map((edition) => `${edition}.yaml` as const);
const IN_COMMON = 'tu.yaml';

/** Texts of the CRM, which no other file has to agree with. */
const AGENCY_PLANS = 'agency-plans.yaml';
const TEMPLATES = 'templates.yaml';

const SITE_FILES = Object.keys(FILES).map((name) => `${name}.yaml`);
const NAMES = [...SITE_FILES, IN_COMMON, ...EDITIONS, AGENCY_PLANS, TEMPLATES];

/** A file's content, valid by itself; undefined if it is no content file. For an edition, that of all the site's files. */
export async function readContent(name: string, path = join(FOLDER, name)): Promise<unknown> {
  const file = `${FOLDER}/${name}`;
  if (name === IN_COMMON) return readEdition(path, file, FILES, await readSite());
  if (EDITIONS.some((edition) => edition === name))
    return readEdition(path, file, FILES, (await readContent(IN_COMMON)) as Content);
  if (name === AGENCY_PLANS) return readSingle(path, file, agencyPlansSchema);
  if (name === TEMPLATES) return requireUsualTemplates(file, await readList(path, file, templateSchema));
  const kind = (FILES as Record<string, FileSchema>)[basename(name, '.yaml')];
  return kind?.isList ? readList(path, file, kind.schema) : kind && readSingle(path, file, kind.schema);
}

/** All of the site's files, each valid by itself. */
export async function readSite(): Promise<Content> {
  const read = SITE_FILES.map(async (name) => [basename(name, '.yaml'), await readContent(name)] as const);
  return Object.fromEntries(await Promise.all(read)) as unknown as Content;
}

/** What each file's module says, by its name. Throws if a file is wrong or two disagree. */
async function readModules(): Promise<Record<string, unknown>> {
  const site = assembleContent(await readSite());
  return {
    ...Object.fromEntries(Object.entries(site).map(([name, value]) => [`${name}.yaml`, value])),
    ...Object.fromEntries(
      await Promise.all(
        EDITIONS.map(async (name) => [name, assembleContent((await readContent(name)) as Content, name)] as const),
      ),
    ),
    [AGENCY_PLANS]: await readContent(AGENCY_PLANS),
    [TEMPLATES]: await readContent(TEMPLATES),
  };
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

/**
 * Turns every file editors write into a checked module: a mistake stops a build; `npm run dev` shows it on the page.
 * @param draw Draws what is made of the texts, to see before a build whether they fit.
 */
export function contentModules(draw: (site: Site) => Promise<unknown>): Plugin {
  let root = '';
  /** Set in a build, before which they are read, so that a mistake is reported once. */
  let modules: Record<string, unknown> | undefined;
  let building = false;
  return {
    name: 'content-modules',
    enforce: 'pre',
    configResolved(config) {
      root = config.root;
      building = config.command === 'build';
    },
    async buildStart() {
      if (!building) return;
      modules = await readModules();
      await draw(modules['site.yaml'] as Site);
    },
    // Missing files resolve too, so that the reader reports them.
    resolveId: {
      filter: { id: /(^\.|\/content)\/[\w-]+\.yaml$/ },
      handler(source) {
        const name = nameOf(source);
        return NAMES.includes(name) ? join(root, FOLDER, name) : null;
      },
    },
    load: {
      filter: { id: /\/src\/content\/[\w-]+\.yaml$/ },
      async handler(id) {
        // Each may quote the others' figures.
        for (const name of NAMES) this.addWatchFile(join(root, FOLDER, name));
        const value = (modules ?? (await readModules()))[nameOf(id)];
        return value === undefined ? null : { code: writeModule(value), map: null };
      },
    },
  };
}
