import { dropName, OPTIONAL, PLACEHOLDER, PLACEHOLDERS } from './placeholders';

const NAMES = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
const IN_BRACKETS = 'poné entre corchetes lo que se dice con él, por ejemplo';

/** Why this text cannot be a message, in words for its author; null if it can. */
export function findTemplateFault(text: string): string | null {
  for (const [whole, name] of text.matchAll(PLACEHOLDER))
    if (!PLACEHOLDERS.some((known) => known === name)) return `${whole} no existe; usá ${NAMES}`;
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) return 'hay una llave sin cerrar';
  if (/[[\]]/.test(text.replace(OPTIONAL, ''))) return 'los corchetes van de a dos, y sin otros adentro';
  for (const [whole, part = ''] of text.matchAll(OPTIONAL))
    if (!/\{(nombre|plan|precio)\}/.test(part))
      return `${whole} no tiene nada que pueda faltar; entre corchetes va lo que se dice con {nombre}, {plan} o {precio}`;
  const always = text.replace(OPTIONAL, '');
  if (always.includes('{plan}')) return `{plan} puede faltar: ${IN_BRACKETS} «[ sobre el plan {plan}]»`;
  if (always.includes('{precio}')) return `{precio} puede faltar: ${IN_BRACKETS} «[ Cuesta {precio}.]»`;
  if (!isVocative(always))
    return '{nombre} puede faltar: usalo para llamar a la persona, como en «Hola {nombre},», o entre corchetes';
  if (!/[\p{L}\d]/u.test(dropName(always).replace(PLACEHOLDER, '')))
    return 'tiene que decir algo también cuando falta un dato';
  return null;
}

const AFTER_A_WORD =
  /(?:^|[^\p{L}])(?:de|del|a|al|con|para|por|y|e|o|u|que|es|sos|eres|soy|sin|en|como|tu|su|mi|el|la)\s+\{nombre\}/iu;

/** Whether the name is purely vocative, so that it can be dropped: a mark follows it, and no word leads to it. */
function isVocative(text: string): boolean {
  return (
    !AFTER_A_WORD.test(text) && !/\{nombre\}(?!\s*(?:[,.;:!?…\n]|$))/.test(text) && !/[¿¡]\{nombre\}[!?]/.test(text)
  );
}
