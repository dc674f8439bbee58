/** Why the server or a form refuses a lead's values. Kept out of screens' first load. */
export const leadErrors = {
  required: { es: 'Nombre y email son obligatorios', en: 'is required' },
  nombreRequired: 'Falta el nombre.',
  unreachable: { es: 'Falta el email o el WhatsApp: hace falta al menos uno.', en: 'email or whatsapp is required' },
  waitingInvalid: 'Nadie le habló todavía: es sí o no.',
  nombreLong: 'Nombre: usá como mucho 120 caracteres.',
  confirmEmail: 'Email: escribilo tal como está en el lead.',
  confirmPhone: 'WhatsApp: escribilo tal como está en el lead.',
  confirmName: 'Nombre: escribilo tal como está en el lead.',
  noNumber: 'Este lead no tiene un número de WhatsApp.',
  emailInvalid: 'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.',
  whatsappLong: 'WhatsApp: usá como mucho 32 caracteres.',
  paisInvalid: 'País: elegí uno de la lista.',
  clientTypeInvalid: 'Tipo de cliente: elegí uno de la lista.',
  estadoInvalid: 'Estado: elegí uno de los cinco estados.',
  mensajeLong: 'Mensaje: usá como mucho 5000 caracteres.',
  empresaLong: 'Empresa: usá como mucho 120 caracteres.',
  fieldInvalid: 'Ese valor no vale para este campo.',
  noteRequired: 'Nota: escribí algo antes de guardar.',
  contactAnswer: {
    es: 'Decí una sola cosa: si hubo contacto, cómo terminó la llamada, o a qué espera ya respondiste.',
    en: 'send exactly one of contacted, outcome and replied_to',
  },
  noteLong: 'Nota: usá como mucho 5000 caracteres.',
  searchLong: 'Búsqueda: usá como mucho 120 caracteres.',
  unknownFilter: 'El filtro de esa dirección no se entiende. Acá están todos los leads.',
  nothingToChange: { es: 'No hay ningún cambio para guardar.', en: 'at least one field to change is required' },
  changedMeanwhile: (value: string) => `Otra persona lo cambió a «${value}».`,
  /** Stands in for an empty field, in a sentence about a change. */
  noValue: (field: string) =>
    field === 'owner_id' ? 'Sin responsable' : field === 'next_contact_on' ? 'Sin fecha' : 'Sin dato',
  filterInvalid: { es: 'Ese filtro no existe.', en: 'has no such value: see the description' },
} as const;

export const bulkErrors = {
  ids: 'Leads: elegí entre 1 y 500.',
  target: { es: 'Leads: indicá cuáles, o con qué filtros, pero no las dos cosas.', en: 'send either ids or filter' },
  deletedAlone: { es: 'Eliminar: va sin otros cambios.', en: 'cannot be combined with other changes' },
  keyMissing: {
    es: 'Para cambiar todos los que coinciden hace falta la cabecera Idempotency-Key.',
    en: 'An Idempotency-Key is required to change leads by a filter.',
  },
  undoGone: { es: 'Ese cambio ya no se puede deshacer.', en: 'This change can no longer be undone.' },
} as const;

/** Why two leads are not joined or separated. */
export const joinErrors = {
  itself: { es: 'Un lead no se une consigo mismo: elegí otro.', en: 'must be another lead' },
  joined: (nombre: string) =>
    `Mientras tanto se unió con la consulta de ${nombre}. Abrila para ver cómo quedó antes de unir otra.`,
  gone: (nombre: string) => `Esta consulta ya está unida a la de ${nombre}. Abrila para seguir.`,
  tooLate: {
    es: 'Pasaron más de 30 días desde que se unieron y ya no se separan.',
    en: 'They were joined more than 30 days ago.',
  },
  inTrash: {
    es: 'La consulta con la que está unida está en la papelera. Recuperala primero.',
    en: 'The lead that it was joined into is in the trash.',
  },
  separateFirst: (nombre: string) => `Primero separá la consulta de ${nombre}, con la que vino.`,
} as const;

export const undoErrors = {
  ofSomebody: { es: 'Lo hizo otra persona: solo se deshace lo propio.', en: 'Somebody else did this.' },
  tooOld: { es: 'Pasó más de un día: ya no se puede deshacer.', en: 'This happened more than a day ago.' },
  impossible: { es: 'Esto no se puede deshacer.', en: 'This cannot be undone.' },
  /** For an act on a lead that was since joined into this one. */
  joined: {
    es: 'Es de una consulta que se unió a este lead: separala primero.',
    en: 'This belongs to a lead that was joined into this one.',
  },
  later: { es: 'Después lo cambiaste otra vez: deshacé primero lo último.', en: 'Undo your later change first.' },
} as const;
