/** What a message's text may say of the person, its sender and the offer, as {nombre} and so on. */
export const MARKERS = ['nombre', 'remitente', 'proveedor', 'plan', 'precio'] as const;
export type MessageValues = Record<(typeof MARKERS)[number], string | null>;

const MARKER = /\{([^{}]*)\}/g;
/** What stands between brackets is left out where something in it is not known. */
const OPTIONAL = /\[([^[\]]*)\]/g;
/** The name where a sentence begins, with what follows it. */
const NAME_FIRST = /(^|[.!?…:]\s+|\n)([¿¡]?)\{nombre\}[,:]?\s*([¿¡]?)(\p{L}?)/gu;
const NAME_WITHIN = /(?:,\s*|(?<![ \t])[ \t]+)\{nombre\}/g;

/** The text with these values. It reads well without those that are null (`findFault` sees to it). */
export function fillText(text: string, values: MessageValues): string {
  const told = (name: string) => values[name as keyof MessageValues];
  const isKnown = (part: string) => [...part.matchAll(MARKER)].every(([, name = '']) => told(name));
  const kept = text.replace(OPTIONAL, (_whole, part: string) => (isKnown(part) ? part : ''));
  const said = values.nombre ? kept : leaveOutName(kept);
  // One pass with a function: what a person is called is never read as a marker itself.
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

/** Without the blanks that were around what is left out. */
function tidy(text: string): string {
  return text
    .replace(/(?<![ \t])[ \t]+([.,;:!?])/g, '$1')
    .replace(/[ \t]{2,}/g, ' ')
    .replace(/(?<![ \t])[ \t]+$/gm, '')
    .trim();
}

const NAMES = MARKERS.map((name) => `{${name}}`).join(', ');
const UNSAID = 'poné entre corchetes lo que se dice con él, por ejemplo';

/** Why this text cannot be a message, in words for whoever writes it; null: it can. */
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

/** Whether the name only calls the person, so that it can be left out: a mark follows it, and no word leads to it. */
function isCalled(text: string): boolean {
  return (
    !NO_CALL.test(text) &&
    !/\{nombre\}(?!\s*(?:[,.;:!?…\n]|$))/.test(text) &&
    !/[¿¡]\{nombre\}[!?]/.test(text)
  );
}
