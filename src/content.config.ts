import { defineCollection } from 'astro:content';
import { z } from 'zod';
import {
  agencyPlansSchema,
  capabilitySchema,
  conversationSchema,
  ecosystemSchema,
  faqSchema,
  futureSchema,
  legalSchema,
  planSchema,
  sectionsSchema,
  siteSchema,
  solutionSchema,
} from './content/schemas';
import { yamlList, yamlSingle } from './content/yaml-loader';

/** The loaders have checked the entries, with messages in Spanish; `schema` only gives them their types. */
const positioned = <S extends z.ZodType<Record<string, unknown>>>(schema: S) =>
  z.intersection(schema, z.object({ position: z.number() }));

const list = <S extends z.ZodType<{ id: string }>>(file: string, schema: S) =>
  defineCollection({ loader: yamlList(file, schema), schema: positioned(schema) });

const single = <S extends z.ZodType<Record<string, unknown>>>(file: string, schema: S) =>
  defineCollection({ loader: yamlSingle(file, schema), schema });

export const collections = {
  site: single('src/content/site.yaml', siteSchema),
  sections: single('src/content/sections.yaml', sectionsSchema),
  agencyPlans: single('src/content/agency-plans.yaml', agencyPlansSchema),
  plans: list('src/content/plans.yaml', planSchema),
  solutions: list('src/content/solutions.yaml', solutionSchema),
  ecosystem: list('src/content/ecosystem.yaml', ecosystemSchema),
  capabilities: list('src/content/capabilities.yaml', capabilitySchema),
  conversation: list('src/content/conversation.yaml', conversationSchema),
  future: list('src/content/future.yaml', futureSchema),
  faq: list('src/content/faq.yaml', faqSchema),
  legal: list('src/content/legal.yaml', legalSchema),
};
