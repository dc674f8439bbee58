import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { z } from 'zod';
import { assembleContent, type Content, requireUsualMessages } from './assemble.ts';
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

/** What the CRM's messages say, which no other file has to agree with. */
const MESSAGES = 'whatsapp/mensajes.yaml';

/** The reader of each content file. Other files are not content. */
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
  [MESSAGES]: async (path, file) => requireUsualMessages(file, await list(schemas.messageSchema)(path, file)),
};

/** The checked content of a file; undefined if it is no content file. */
export async function readContent(name: string, path = join(FOLDER, name)): Promise<unknown> {
  return READERS[name]?.(path, `${FOLDER}/${name}`);
}

/** Throws if a file is wrong or two files do not agree. Runs before the build, so that a mistake is reported once. */
async function checkContent(draw: (content: Content) => Promise<unknown>): Promise<void> {
  const read = Object.keys(READERS).map(async (name) => [name, await readContent(name)] as const);
  const site = (await Promise.all(read)).filter(([name]) => name !== MESSAGES);
  const content = Object.fromEntries(
    site.map(([name, value]) => [basename(name, '.yaml'), value]),
  ) as unknown as Content;
  assembleContent(content);
  await draw(content);
}

/** A content file's name in its folder. */
const nameOf = (path: string) => path.replace(/^(.*\/content|\.)\//, '');

/**
 * A file with fields also exports each field, and a list each field's values, so that the browser gets only those that
 * are imported.
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
 * Turns every file that editors write into a module, and checks it: a mistake stops a build; in `npm run dev` the page
 * shows it.
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
    // Also resolves a missing file, so that its reader can report it.
    resolveId: {
      filter: { id: /(^\.|\/content)\/(whatsapp\/)?[\w-]+\.yaml$/ },
      handler(source) {
        const name = nameOf(source);
        return name in READERS ? join(root, FOLDER, name) : null;
      },
    },
    load: {
      filter: { id: /\/src\/content\/(whatsapp\/)?[\w-]+\.yaml$/ },
      async handler(id) {
        const value = await readContent(nameOf(id), id);
        return value === undefined ? null : { code: writeModule(value), map: null };
      },
    },
  };
}
