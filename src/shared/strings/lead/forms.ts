export const createLeadStrings = {
  title: 'Crear Lead Manual',
  nombre: 'Nombre *',
  email: 'Email *',
  /** Explains its asterisk. */
  emailHint: '* o WhatsApp',
  mensaje: 'Mensaje / Notas iniciales',
  waiting: 'Nadie le habló todavía',
  waitingHint: 'Queda esperando, como una consulta.',
  more: 'Más',
  submit: 'Crear Lead',
  submitting: 'Creando...',
  created: 'Lead creado exitosamente',
  open: 'Abrir',
  createFailed: 'Error al crear el lead',
} as const;

/** Shown at a value that is being edited or could not be saved. */
export const editLeadStrings = {
  save: 'Guardar',
  saving: 'Guardando...',
  /** After an edit conflict. */
  yoursIsHere: 'Lo tuyo sigue acá: guardá de nuevo para que quede, o cancelá para dejar lo otro.',
} as const;
