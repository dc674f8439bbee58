import type { Edition } from '~/content/load';
import { form as mexicanForm } from '~/content/mx.yaml';
import { enquiryStrings } from '~/shared/strings/enquiries';

/** Each edition's home, language, locale, number format and form texts. */
export const EDITIONS = {
  es: { home: '/', lang: 'es', locale: 'es_LA', digits: 'es-AR', form: enquiryStrings },
  mx: { home: '/mx', lang: 'es-MX', locale: 'es_MX', digits: 'es-MX', form: mexicanForm },
} as const satisfies Record<Edition, object>;

/** An edition's own path of a page. */
export function pathIn(edition: Edition, page: '/contacto' | '/gracias'): string {
  return edition === 'es' ? page : `${EDITIONS[edition].home}${page}`;
}

/** The edition that an address names; the general one for any other word. */
export function editionNamed(name: string | null): Edition {
  return name !== null && Object.hasOwn(EDITIONS, name) ? (name as Edition) : 'es';
}
