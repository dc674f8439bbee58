import type { Lead } from './lead';

/**
 * Leads as the page passes them to its screen: text that names each field once. As objects, fifty of them are half of
 * the page's data, and Astro takes 2 ms to serialise and hash them.
 */
export function packLeads(leads: Lead[]): string {
  const names = [...new Set(leads.flatMap((lead) => Object.keys(lead)))] as (keyof Lead)[];
  return JSON.stringify([names, ...leads.map((lead) => names.map((name) => lead[name]))]);
}

export function unpackLeads(packed: string): Lead[] {
  const [names, ...rows]: [string[], ...unknown[][]] = JSON.parse(packed);
  return rows.map((row) => {
    const lead = Object.fromEntries(names.map((name, index) => [name, row[index]])) as Lead;
    // Only some search hits have it; packing turned it into null.
    if (!lead.found_note) delete lead.found_note;
    return lead;
  });
}
