import { getEntry } from 'astro:content';
import type { Site } from './schemas';

export async function getSite(): Promise<Site> {
  const entry = await getEntry('site', 'site');
  if (!entry) throw new Error('Hay un error en src/content/site.yaml: no se cargó');
  return entry.data;
}
