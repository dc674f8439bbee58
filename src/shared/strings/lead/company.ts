/** Texts about the agency of a lead that was won. */
export const leadCompanyStrings = {
  title: 'Inmobiliaria',
  create: 'Crear inmobiliaria',
  hint: 'Con sus datos y su coordinador ya completos.',
} as const;
