import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { z } from 'zod';
import { assembleContent, type Content } from './assemble.ts';
import { type Entry, readList, readSingle } from './read-entries.ts';
import * as schemas from './schemas.ts';

const FOLDER = 'src/content';

type Read = (path: string, file: string) => Promise<unknown>;

const list =
  <S extends z.ZodType<{ id: string }>>(schema: S): Read =>
  async (path, file) =>
    (await readList(path, file, schema)).map(({ data }: Entry<unknown>) => data);

const single =
  <S extends z.ZodType<Record<string, unknown>>>(schema: S): Read =>
  (path, file) =>
    readSingle(path, file, schema);

/** How each file is read. A file that is not here is no module. */
const READERS: Record<string, Read> = {
  'site.yaml': single(schemas.siteSchema),
  'sections.yaml': single(schemas.sectionsSchema),
  'frame.yaml': single(schemas.frameSchema),
  'form.yaml': single(schemas.formSchema),
  'pages.yaml': single(schemas.pagesSchema),
  'proof.yaml': single(schemas.proofSchema),
  'agency-plans.yaml': single(schemas.agencyPlansSchema),
  'plans.yaml': list(schemas.planSchema),
  'comparison.yaml': list(schemas.comparisonSchema),
  'solutions.yaml': list(schemas.solutionSchema),
  'ecosystem.yaml': list(schemas.ecosystemSchema),
  'capabilities.yaml': list(schemas.capabilitySchema),
  'conversation.yaml': list(schemas.conversationSchema),
  'future.yaml': list(schemas.futureSchema),
  'faq.yaml': list(schemas.faqSchema),
  'steps.yaml': list(schemas.stepSchema),
  'legal.yaml': list(schemas.legalSchema),
};

/** What a file says, as its schema has it; undefined where editors write no such file. */
export async function readContent(name: string, path = join(FOLDER, name)): Promise<unknown> {
  return READERS[name]?.(path, `${FOLDER}/${name}`);
}

/** Throws where a file is wrong, or two of them do not agree: before anything is built, and so once. */
async function checkContent(): Promise<void> {
  const read = Object.keys(READERS).map(async (name) => [basename(name, '.yaml'), await readContent(name)]);
  assembleContent(Object.fromEntries(await Promise.all(read)) as Content);
}

/** A file with fields exports each of them too, so that a browser gets no more than what is imported. */
function writeModule(value: unknown): string {
  const fields = Array.isArray(value) ? [] : Object.entries(value as object);
  return [
    ...fields.map(([name, field]) => `export const ${name} = ${JSON.stringify(field)};`),
    `export default ${JSON.stringify(value)};`,
  ].join('\n');
}

/**
 * Makes a module of every file that editors write, checked on the way: a mistake ends a build, and in `npm run dev`
 * it shows on the page.
 */
export function contentModules(): Plugin {
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
      if (building) await checkContent();
    },
    // A file that is missing is also told by its reader.
    resolveId: {
      filter: { id: /(^\.|\/content)\/[\w-]+\.yaml$/ },
      handler(source) {
        const name = basename(source);
        return name in READERS ? join(root, FOLDER, name) : null;
      },
    },
    load: {
      filter: { id: /\/src\/content\/[\w-]+\.yaml$/ },
      async handler(id) {
        const value = await readContent(basename(id), id);
        return value === undefined ? null : { code: writeModule(value), map: null };
      },
    },
  };
}
