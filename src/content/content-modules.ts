import { basename, join } from 'node:path';
import type { Plugin } from 'vite';
import type { z } from 'zod';
import { assembleContent, type Content, requireUsualMessages } from './assemble.ts';
import { tellOldRates } from './rates-age.ts';
import { readEdition } from './read-edition.ts';
import { readList, readSingle } from './read-entries.ts';
import * as schemas from './schemas.ts';

const FOLDER = 'src/content';

const list = (schema: z.ZodType<{ id: string }>) => ({ schema, isList: true as const });
const single = (schema: z.ZodType<Record<string, unknown>>) => ({ schema, isList: false as const });

/** The site's files, by name without extension. */
const FILES: Record<string, ReturnType<typeof list> | ReturnType<typeof single>> = {
  site: single(schemas.siteSchema),
  sections: single(schemas.sectionsSchema),
  frame: single(schemas.frameSchema),
  form: single(schemas.formSchema),
  pages: single(schemas.pagesSchema),
  proof: single(schemas.proofSchema),
  plans: list(schemas.planSchema),
  comparison: list(schemas.comparisonSchema),
  solutions: list(schemas.solutionSchema),
  ecosystem: list(schemas.ecosystemSchema),
  capabilities: list(schemas.capabilitySchema),
  conversation: list(schemas.conversationSchema),
  future: list(schemas.futureSchema),
  faq: list(schemas.faqSchema),
  steps: list(schemas.stepSchema),
  legal: list(schemas.legalSchema),
};

/** The differences of the landing's Mexican edition. */
const EDITION = 'mx.yaml';

/** Texts of the CRM, which no other file has to agree with. */
const AGENCY_PLANS = 'agency-plans.yaml';
const MESSAGES = 'whatsapp/mensajes.yaml';

const NAMES = [...Object.keys(FILES).map((name) => `${name}.yaml`), EDITION, AGENCY_PLANS, MESSAGES];

/** A file's checked content; undefined if it is no content file. For the edition, that of all files. */
export async function readContent(name: string, path = join(FOLDER, name)): Promise<unknown> {
  const file = `${FOLDER}/${name}`;
  if (name === EDITION) return readEdition(path, file, FILES, await readSite());
  if (name === AGENCY_PLANS) return readSingle(path, file, schemas.agencyPlansSchema);
  if (name === MESSAGES)
    return requireUsualMessages(file, await readEntries(path, file, schemas.messageSchema));
  const kind = FILES[basename(name, '.yaml')];
  return kind?.isList ? readEntries(path, file, kind.schema) : kind && readSingle(path, file, kind.schema);
}

async function readEntries(path: string, file: string, schema: z.ZodType<{ id: string }>) {
  return (await readList(path, file, schema)).map(({ data }) => data);
}

/** All of the site's files, each valid by itself. */
async function readSite(): Promise<Record<string, unknown>> {
  const read = Object.keys(FILES).map(async (name) => [name, await readContent(`${name}.yaml`)] as const);
  return Object.fromEntries(await Promise.all(read));
}

/** Throws if a file is wrong or two disagree. Runs before the build, so that a mistake is reported once. */
async function checkContent(draw: (content: Content) => Promise<unknown>): Promise<void> {
  const content = (await readSite()) as unknown as Content;
  await Promise.all([readContent(AGENCY_PLANS), readContent(MESSAGES)]);
  assembleContent(content);
  assembleContent((await readContent(EDITION)) as Content, EDITION);
  await draw(content);
  warnOnce(tellOldRates(content.site, new Date()));
}

/** A build reads the content several times; each warning is printed once. */
const said = new Set<string>();

function warnOnce(sentence: string | undefined): void {
  if (sentence === undefined || said.has(sentence)) return;
  said.add(sentence);
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
        // The edition inherits from these.
        if (name === EDITION)
          for (const file of Object.keys(FILES)) this.addWatchFile(join(root, FOLDER, `${file}.yaml`));
        const value = await readContent(name, id);
        return value === undefined ? null : { code: writeModule(value), map: null };
      },
    },
  };
}
