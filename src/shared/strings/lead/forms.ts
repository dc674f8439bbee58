/** What the form for a new lead says. */
export const createLeadStrings = {
  title: 'Crear Lead Manual',
  nombre: 'Nombre *',
  email: 'Email *',
  mensaje: 'Mensaje / Notas iniciales',
  submit: 'Crear Lead',
  submitting: 'Creando...',
  created: 'Lead creado exitosamente',
  createFailed: 'Error al crear el lead',
} as const;

/** What the form that changes a lead says. */
export const editLeadStrings = {
  save: 'Guardar cambios',
  saving: 'Guardando...',
  /** In a form after a conflict with a change of somebody else. */
  yoursIsHere: 'Lo tuyo sigue acá: guardá de nuevo para que quede, o cancelá para dejar lo otro.',
} as const;
