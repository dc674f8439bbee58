/** Texts about the agency of a lead that was won. */
export const leadCompanyStrings = {
  title: 'Inmobiliaria',
  create: 'Crear inmobiliaria',
  creating: 'Creando...',
  createAnyway: 'Crear igual',
  hint: 'Con su nombre, su país y su coordinador ya completos.',
  created: 'Inmobiliaria creada exitosamente',
  failed: 'Error al crear la inmobiliaria',
} as const;
