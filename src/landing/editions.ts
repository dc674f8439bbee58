import { form as spanishForm } from '~/content/es.yaml';
import { form as mexicanForm } from '~/content/mx.yaml';
import type { Edition } from '~/shared/editions';
import { enquiryStrings } from '~/shared/strings/enquiries';

/**
 * Each edition's language, locale for social networks and form texts. `country` is the language of the country it is
 * for: its numbers are written so, and it is offered to browsers that prefer it.
 */
export const EDITION_TEXTS = {
  general: { lang: 'es', locale: 'es_LA', country: 'es-AR', form: enquiryStrings },
  mx: { lang: 'es-MX', locale: 'es_MX', country: 'es-MX', form: mexicanForm },
  es: { lang: 'es-ES', locale: 'es_ES', country: 'es-ES', form: spanishForm },
} as const satisfies Record<Edition, object>;

/** What is wrong with a form, as an edition says it. The server checks all of them, in the general one's sentences. */
export function translateError(sentence: string, edition: Edition): string {
  const { errors } = enquiryStrings;
  const known = (Object.keys(errors) as (keyof typeof errors)[]).find((name) => errors[name] === sentence);
  return known ? EDITION_TEXTS[edition].form.errors[known] : sentence;
}
