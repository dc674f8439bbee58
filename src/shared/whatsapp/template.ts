/** An approved template that can be sent from here. */
export type WhatsappTemplate = {
  name: string;
  /** Meta's code, as 'es_AR'. */
  language: string;
  /** Meta's: UTILITY, MARKETING or AUTHENTICATION. */
  category: string;
  header: string | null;
  /** With its places to fill, as `{{1}}` or `{{nombre}}`. */
  body: string;
  footer: string | null;
  /** How many there are to fill in the body. */
  fields: number;
};

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of a body's places, each once, in the order in which fields fill them: by number, else as they come. */
export function listPlaceholders(body: string): string[] {
  const names = [...new Set([...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** What the person gets to read; an empty field leaves its place as it is. */
export function fillWhatsappTemplate(
  { header, body, footer }: Pick<WhatsappTemplate, 'header' | 'body' | 'footer'>,
  fields: readonly string[],
): string {
  const places = listPlaceholders(body);
  const filled = body.replace(PLACEHOLDER, (place, name: string) => fields[places.indexOf(name)] || place);
  return [header, filled, footer].filter((part) => part !== null).join('\n\n');
}
