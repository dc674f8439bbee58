/** A country's editions of the landing. Each is named as its path, and as the file of src/content that says what differs. */
export const COUNTRY_EDITIONS = ['mx', 'es'] as const;

/** The general edition, in the Spanish of Argentina, or a country's. */
export type Edition = 'general' | (typeof COUNTRY_EDITIONS)[number];
export const EDITIONS: readonly Edition[] = ['general', ...COUNTRY_EDITIONS];

/** The pages that each edition has of its own, by their path in the general one. */
export const EDITION_PAGES = ['/', '/contacto', '/gracias', '/privacidad', '/terminos'] as const;
export type EditionPage = (typeof EDITION_PAGES)[number];

/** An edition's own path of a page. */
export function pathIn(edition: Edition, page: EditionPage): string {
  if (edition === 'general') return page;
  return page === '/' ? `/${edition}` : `/${edition}${page}`;
}

/** The edition whose form was sent, as the address it was sent to says; the general one's says nothing. */
export function findEdition({ searchParams }: URL): Edition {
  const named = searchParams.get('edicion');
  return COUNTRY_EDITIONS.find((edition) => edition === named) ?? 'general';
}
