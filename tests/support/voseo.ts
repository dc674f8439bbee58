/**
 * Endings that are voseo's: querés, elegí, mirá, acá; and imperatives with a pronoun and no accent: contanos, escribime,
 * probalo. Said with tú these have one: cuéntanos.
 */
const ENDINGS = /[áéí]s?$|^[^áéíóú]*[aei](nos|me|l[ao]s?)$/u;
/** Words that only end alike. */
const OTHERS = new Set(
  `además ahí allá allí aquí así café cuál después está estás francés hilo inglés interés jamás menos más modelo país planos qué
   quizás regalo sala según será sé sí términos través`
    .trim()
    .split(/\s+/),
);

/** What a text says in voseo, which an edition in tú may not. */
export function findVoseo(text: string): string[] {
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  return [...words].filter((word) => word === 'vos' || (ENDINGS.test(word) && !OTHERS.has(word)));
}
