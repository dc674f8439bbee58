import type { Edition } from '~/content/load';
import { form as mexicanForm } from '~/content/mx.yaml';
import { enquiryStrings } from '~/shared/strings/enquiries';

/** Where each edition of the landing is, how it says what language it speaks and writes numbers, and its form's texts. */
export const EDITIONS = {
  es: { home: '/', lang: 'es', locale: 'es_LA', digits: 'es-AR', form: enquiryStrings },
  mx: { home: '/mx', lang: 'es-MX', locale: 'es_MX', digits: 'es-MX', form: mexicanForm },
} as const satisfies Record<Edition, object>;

/** The address of a page that every edition has of its own. */
export function pathIn(edition: Edition, page: '/contacto' | '/gracias'): string {
  return edition === 'es' ? page : `${EDITIONS[edition].home}${page}`;
}
