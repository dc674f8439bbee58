/** Placeholders about person, sender and offer: {nombre} and so on. */
export const PLACEHOLDERS = ['nombre', 'remitente', 'proveedor', 'plan', 'precio'] as const;
export type PlaceholderValues = Record<(typeof PLACEHOLDERS)[number], string | null>;

export const PLACEHOLDER = /\{([^{}]*)\}/g;
/** A bracketed part is dropped if a value in it is unknown. */
export const OPTIONAL = /\[([^[\]]*)\]/g;
/** The name at the start of a sentence, with what follows. */
const NAME_FIRST = /(^|[.!?…:]\s+|\n)([¿¡]?)\{nombre\}[,:]?\s*([¿¡]?)(\p{L}?)/gu;
const NAME_WITHIN = /(?:,\s*|(?<![ \t])[ \t]+)\{nombre\}/g;

/** Fills in values. It reads well without those that are null (`findTemplateFault` makes sure). */
export function fillPlaceholders(text: string, values: PlaceholderValues): string {
  const lookUp = (name: string) => values[name as keyof PlaceholderValues];
  const isKnown = (part: string) => [...part.matchAll(PLACEHOLDER)].every(([, name = '']) => lookUp(name));
  const complete = text.replace(OPTIONAL, (_whole, part: string) => (isKnown(part) ? part : ''));
  const named = values.nombre ? complete : dropName(complete);
  // A single pass with a function, so that a person's name is never read as a placeholder.
  return tidy(named).replace(PLACEHOLDER, (whole, name: string) => lookUp(name) ?? whole);
}

/** '¡Hola, {nombre}!' becomes '¡Hola!', and '{nombre}, te escribo' becomes 'Te escribo'. */
export function dropName(text: string): string {
  return text
    .replace(
      NAME_FIRST,
      (_whole, before: string, mark: string, ownMark: string, letter: string) =>
        before + mark + ownMark + letter.toUpperCase(),
    )
    .replace(NAME_WITHIN, '');
}

/** Removes blanks left around dropped parts. */
function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+([.,;:!?])/g, '$1')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim();
}
