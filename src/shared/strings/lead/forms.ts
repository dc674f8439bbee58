/** What the form for a new lead says. */
export const createLeadStrings = {
  title: 'Crear Lead Manual',
  nombre: 'Nombre *',
  email: 'Email *',
  mensaje: 'Mensaje / Notas iniciales',
  waiting: 'Todavía no hablé',
  waitingHint: 'Queda esperando, como una consulta.',
  more: 'Más',
  submit: 'Crear Lead',
  submitting: 'Creando...',
  created: 'Lead creado exitosamente',
  open: 'Abrir',
  createFailed: 'Error al crear el lead',
} as const;

/** What is said at a value that is being changed and could not be saved. */
export const editLeadStrings = {
  save: 'Guardar',
  saving: 'Guardando...',
  /** After a conflict with a change of somebody else. */
  yoursIsHere: 'Lo tuyo sigue acá: guardá de nuevo para que quede, o cancelá para dejar lo otro.',
} as const;
