/** Texts about a won lead's agency. */
export const leadCompanyStrings = {
  title: 'Inmobiliaria',
  create: 'Crear inmobiliaria',
  hint: 'Con sus datos y su coordinador ya completos.',
} as const;
