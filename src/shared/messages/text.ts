/** Placeholders about person, sender and offer: {nombre} and so on. */
const MARKERS = ['nombre', 'remitente', 'proveedor', 'plan', 'precio'] as const;
export type MessageValues = Record<(typeof MARKERS)[number], string | null>;

const MARKER = /\{([^{}]*)\}/g;
/** A bracketed part is dropped if a value in it is unknown. */
const OPTIONAL = /\[([^[\]]*)\]/g;
/** The name at the start of a sentence, with what follows. */
const NAME_FIRST = /(^|[.!?…:]\s+|\n)([¿¡]?)\{nombre\}[,:]?\s*([¿¡]?)(\p{L}?)/gu;
const NAME_WITHIN = /(?:,\s*|(?<![ \t])[ \t]+)\{nombre\}/g;

/** Fills in values. It reads well without those that are null (`findFault` makes sure). */
export function fillText(text: string, values: MessageValues): string {
  const told = (name: string) => values[name as keyof MessageValues];
  const isKnown = (part: string) => [...part.matchAll(MARKER)].every(([, name = '']) => told(name));
  const kept = text.replace(OPTIONAL, (_whole, part: string) => (isKnown(part) ? part : ''));
  const said = values.nombre ? kept : leaveOutName(kept);
  // A single pass with a function, so that a person's name is never read as a placeholder.
  return tidy(said).replace(MARKER, (whole, name: string) => told(name) ?? whole);
}

/** '¡Hola, {nombre}!' becomes '¡Hola!', and '{nombre}, te escribo' becomes 'Te escribo'. */
function leaveOutName(text: string): string {
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

const NAMES = MARKERS.map((name) => `{${name}}`).join(', ');
const UNSAID = 'poné entre corchetes lo que se dice con él, por ejemplo';

/** Why this text cannot be a message, in words for its author; null if it can. */
export function findFault(text: string): string | null {
  for (const [whole, name] of text.matchAll(MARKER))
    if (!MARKERS.some((marker) => marker === name)) return `${whole} no existe; usá ${NAMES}`;
  if (/[{}]/.test(text.replace(MARKER, ''))) return 'hay una llave sin cerrar';
  if (/[[\]]/.test(text.replace(OPTIONAL, ''))) return 'los corchetes van de a dos, y sin otros adentro';
  for (const [whole, part = ''] of text.matchAll(OPTIONAL))
    if (!/\{(nombre|plan|precio)\}/.test(part))
      return `${whole} no tiene nada que pueda faltar; entre corchetes va lo que se dice con {nombre}, {plan} o {precio}`;
  const always = text.replace(OPTIONAL, '');
  if (always.includes('{plan}')) return `{plan} puede faltar: ${UNSAID} «[ sobre el plan {plan}]»`;
  if (always.includes('{precio}')) return `{precio} puede faltar: ${UNSAID} «[ Cuesta {precio}.]»`;
  if (!isCalled(always))
    return '{nombre} puede faltar: usalo para llamar a la persona, como en «Hola {nombre},», o entre corchetes';
  if (!/[\p{L}\d]/u.test(leaveOutName(always).replace(MARKER, '')))
    return 'tiene que decir algo también cuando falta un dato';
  return null;
}

const NO_CALL =
  /(?:^|[^\p{L}])(?:de|del|a|al|con|para|por|y|e|o|u|que|es|sos|eres|soy|sin|en|como|tu|su|mi|el|la)\s+\{nombre\}/iu;

/** Whether the name is purely vocative, so that it can be dropped: a mark follows it, and no word leads to it. */
function isCalled(text: string): boolean {
  return (
    !NO_CALL.test(text) &&
    !/\{nombre\}(?!\s*(?:[,.;:!?…\n]|$))/.test(text) &&
    !/[¿¡]\{nombre\}[!?]/.test(text)
  );
}
