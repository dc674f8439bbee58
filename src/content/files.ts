import type { z } from 'zod';
import * as schemas from './schemas.ts';

const list = <Entry extends z.ZodType<{ id: string }>>(schema: Entry) => ({ schema, isList: true as const });
const single = <Fields extends z.ZodType<Record<string, unknown>>>(schema: Fields) => ({
  schema,
  isList: false as const,
});

/** A file's schema, or that of each entry in a list. */
export type FileSchema = ReturnType<typeof list> | ReturnType<typeof single>;

/** The site's files, by name without extension. */
export const FILES = {
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

type Files = typeof FILES;
type ContentOf<File> = File extends { schema: infer Schema extends z.ZodType; isList: infer IsList }
  ? IsList extends true
    ? z.output<Schema>[]
    : z.output<Schema>
  : never;

/** What the public pages show, by file name. */
export type Content = { [Name in keyof Files]: ContentOf<Files[Name]> };
