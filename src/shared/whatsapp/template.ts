/** An approved template that can be sent from here. */
export type WhatsappTemplate = {
  name: string;
  /** Meta's code, as 'es_AR'. */
  language: string;
  /** Meta's: UTILITY, MARKETING or AUTHENTICATION. */
  category: string;
  header: string | null;
  /** With placeholders, as `{{1}}` or `{{nombre}}`. */
  body: string;
  footer: string | null;
  /** Number of placeholders in the body. */
  fields: number;
};

const PLACEHOLDER = /\{\{\s*(\w+)\s*\}\}/g;

/** The names of a body's placeholders without repeats, in the order that fields fill: by number, else as they come. */
export function listPlaceholders(body: string): string[] {
  const names = [...new Set([...body.matchAll(PLACEHOLDER)].map(([, name = '']) => name))];
  return names.every((name) => /^\d+$/.test(name)) ? names.sort((a, b) => Number(a) - Number(b)) : names;
}

/** The text that the person gets; an empty field leaves its placeholder. */
export function fillWhatsappTemplate(
  { header, body, footer }: Pick<WhatsappTemplate, 'header' | 'body' | 'footer'>,
  fields: readonly string[],
): string {
  const names = listPlaceholders(body);
  const filled = body.replace(PLACEHOLDER, (placeholder, name: string) => fields[names.indexOf(name)] || placeholder);
  return [header, filled, footer].filter((part) => part !== null).join('\n\n');
}
