/** A person's data in the lead, for administrators. */
export const personStrings = {
  title: 'Datos de la persona',
  download: 'Descargar todo (JSON)',
  fileName: (id: number) => `persona-lead-${id}.json`,
  erase: 'Borrar todos sus datos',
} as const;
