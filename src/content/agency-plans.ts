import { getEntry } from 'astro:content';
import type { AgencyPlans } from './schemas';

/** What the agencies' plans are called and include. */
export async function getAgencyPlans(): Promise<AgencyPlans> {
  const entry = await getEntry('agencyPlans', 'agency-plans');
  if (!entry) throw new Error('Hay un error en src/content/agency-plans.yaml: no se cargó');
  return entry.data;
}
