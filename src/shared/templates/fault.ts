import { dropName, OPTIONAL, PLACEHOLDER, PLACEHOLDERS } from './placeholders';

const NAMES = PLACEHOLDERS.map((name) => `{${name}}`).join(', ');
const BRACKETS_HINT = 'poné entre corchetes lo que se dice con él, por ejemplo';

/** What is wrong with a template's text, in Spanish for its author; null if nothing is. */
export function findTemplateFault(text: string): string | null {
  for (const [whole, name] of text.matchAll(PLACEHOLDER))
    if (!PLACEHOLDERS.some((known) => known === name)) return `${whole} no existe; usá ${NAMES}`;
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) return 'hay una llave sin cerrar';
  if (/[[\]]/.test(text.replace(OPTIONAL, ''))) return 'los corchetes van de a dos, y sin otros adentro';
  for (const [whole, inBrackets = ''] of text.matchAll(OPTIONAL))
    if (!/\{(nombre|plan|precio)\}/.test(inBrackets))
      return `${whole} no tiene nada que pueda faltar; entre corchetes va lo que se dice con {nombre}, {plan} o {precio}`;
  const outsideBrackets = text.replace(OPTIONAL, '');
  if (outsideBrackets.includes('{plan}')) return `{plan} puede faltar: ${BRACKETS_HINT} «[ sobre el plan {plan}]»`;
  if (outsideBrackets.includes('{precio}')) return `{precio} puede faltar: ${BRACKETS_HINT} «[ Cuesta {precio}.]»`;
  if (!isVocative(outsideBrackets))
    return '{nombre} puede faltar: usalo para llamar a la persona, como en «Hola {nombre},», o entre corchetes';
  if (!/[\p{L}\d]/u.test(dropName(outsideBrackets).replace(PLACEHOLDER, '')))
    return 'tiene que decir algo también cuando falta un dato';
  return null;
}

const AFTER_A_WORD =
  /(?:^|[^\p{L}])(?:de|del|a|al|con|para|por|y|e|o|u|que|es|sos|eres|soy|sin|en|como|tu|su|mi|el|la)\s+\{nombre\}/iu;

/** Whether {nombre} only addresses the person, so that it can be dropped: 'Hola {nombre},', not 'la casa de {nombre}'. */
function isVocative(text: string): boolean {
  return (
    !AFTER_A_WORD.test(text) && !/\{nombre\}(?!\s*(?:[,.;:!?…\n]|$))/.test(text) && !/[¿¡]\{nombre\}[!?]/.test(text)
  );
}
