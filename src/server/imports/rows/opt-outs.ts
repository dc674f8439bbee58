import { fold } from '~/shared/imports/fold';
import type { ImportMapping } from '~/shared/imports/import';

/** Columns that ask whether somebody wants no mails or calls, with a 'yes' or a date in their cells. */
const ASKS =
  /\b(?:unsub(?:scribed?)?|opt(?:ed)? ?out|desuscri\w*|dad[oa] de baja|fecha(?: de)? baja|exclusion|do ?not|dnc|no (?:contactar|llamar|molestar|escribir|enviar))\b/;
const YES = /^(?:si|s|yes|y|true|verdadero|1|x|ok)$|^\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}/;
/** Texts that say it themselves, wherever they stand. */
const SAYS =
  /^(?:email |mail |whatsapp |sms )?(?:unsub(?:scribed)?|desuscript[oa]|desuscrit[oa]|(?:ha )?dad[oa] de baja|de baja|opt(?:ed)? ?out|dnc|do not (?:contact|call|disturb|email|mail)|no (?:contactar|llamar|molestar|escribir|enviar|mandar)(?: mas| nunca| emails?| mails?)*)$/;
/** Where 'Baja' is no floor and no priority. */
const LISTS =
  /\b(?:etiquetas?|tags?|labels?|listas?|lists?|grupos?|groups?|estado|estatus|status|suscri\w*|newsletter|marketing|mail\w*|emails?|contactable)\b/;
const LONGEST = 200;

/** Finds which cell of a row, of those that become its note or status, says not to contact the person; or null. */
export function makeOptOutWatch(columns: readonly string[], mapping: ImportMapping) {
  const watched = columns.flatMap((head, index) => {
    const field = mapping[index] ?? null;
    if (field !== null && field !== 'nota' && field !== 'estado') return [];
    const folded = fold(head.replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2'));
    return [{ head, index, asks: ASKS.test(folded), mayBeBaja: field === 'estado' || LISTS.test(folded) }];
  });
  return (cells: readonly string[]): { head: string; text: string } | null => {
    for (const { head, index, asks, mayBeBaja } of watched) {
      const text = (cells[index] ?? '').trim();
      if (text === '' || text.length > LONGEST) continue;
      const isOut = (part: string) => SAYS.test(part) || (mayBeBaja && part === 'baja');
      if (asks && YES.test(fold(text))) return { head, text };
      if (
        MAY_SAY.test(text) &&
        text
          .split(/[,;|]|:::/)
          .map(fold)
          .some(isOut)
      )
        return { head, text };
    }
    return null;
  };
}

/** Spares folding every cell. */
const MAY_SAY = /baja|unsub|desuscri|opt|dnc|do not|no (?:contact|llam|molest|escrib|envi|mand)/i;
