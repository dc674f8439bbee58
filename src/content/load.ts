import { type CollectionKey, getCollection, getEntry } from 'astro:content';
import { assembleContent, type Content } from './assemble';
import type { AgencyPlans, Sections, Site } from './schemas';

/** The entries' data as the editor ordered them in their file. */
async function loadList<Name extends Exclude<CollectionKey, 'site' | 'sections' | 'agencyPlans'>>(
  name: Name,
) {
  const entries = await getCollection(name);
  return entries
    .sort((one, other) => one.data.position - other.data.position)
    .map(({ data: { position, ...data } }) => data);
}

/** The site's name, figures and addresses. */
export async function loadSite(): Promise<Site> {
  const entry = await getEntry('site', 'site');
  if (!entry) throw new Error('Hay un error en src/content/site.yaml: no se cargó');
  return entry.data;
}

async function loadSections(): Promise<Sections> {
  const entry = await getEntry('sections', 'sections');
  if (!entry) throw new Error('Hay un error en src/content/sections.yaml: no se cargó');
  return entry.data;
}

/** What the agencies' plans in the CRM are called and include. */
export async function loadAgencyPlans(): Promise<AgencyPlans> {
  const entry = await getEntry('agencyPlans', 'agency-plans');
  if (!entry) throw new Error('Hay un error en src/content/agency-plans.yaml: no se cargó');
  return entry.data;
}

/** Everything that the public pages say. */
export async function loadContent(): Promise<Content> {
  const [site, sections, plans, solutions, ecosystem, capabilities, conversation, future, faq, legal] =
    await Promise.all([
      loadSite(),
      loadSections(),
      loadList('plans'),
      loadList('solutions'),
      loadList('ecosystem'),
      loadList('capabilities'),
      loadList('conversation'),
      loadList('future'),
      loadList('faq'),
      loadList('legal'),
    ]);
  return assembleContent({
    site,
    sections,
    plans,
    solutions,
    ecosystem,
    capabilities,
    conversation,
    future,
    faq,
    legal,
  } as Content);
}
