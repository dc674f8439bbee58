/** Why the server or a form refuses a lead's values. Kept out of screens' first load. */
export const leadErrors = {
  required: 'Nombre y email son obligatorios',
  nombreRequired: 'Falta el nombre.',
  unreachable: 'Falta el email o el WhatsApp: hace falta al menos uno.',
  waitingInvalid: 'Todavía no hablé: es sí o no.',
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
  contactAnswer: 'Decí una sola cosa: si hubo contacto, cómo terminó la llamada, o a qué espera ya respondiste.',
  noteLong: 'Nota: usá como mucho 5000 caracteres.',
  searchLong: 'Búsqueda: usá como mucho 120 caracteres.',
  unknownFilter: 'El filtro de esa dirección no se entiende. Acá están todos los leads.',
  nothingToChange: 'No hay ningún cambio para guardar.',
  changedMeanwhile: (value: string) => `Otra persona lo cambió a «${value}».`,
  /** Stands in for an empty field, in a sentence about a change. */
  noValue: (field: string) =>
    field === 'owner_id' ? 'Sin dueño' : field === 'next_contact_on' ? 'Sin fecha' : 'Sin dato',
  filterInvalid: 'Ese filtro no existe.',
} as const;

export const bulkErrors = {
  ids: 'Leads: elegí entre 1 y 500.',
  target: 'Leads: indicá cuáles, o con qué filtros, pero no las dos cosas.',
  deletedAlone: 'Eliminar: va sin otros cambios.',
  keyMissing: 'Para cambiar todos los que coinciden hace falta la cabecera Idempotency-Key.',
  undoGone: 'Ese cambio ya no se puede deshacer.',
} as const;

/** Why two leads are not joined or separated. */
export const joinErrors = {
  itself: 'Un lead no se une consigo mismo: elegí otro.',
  joined: (nombre: string) =>
    `Mientras tanto se unió con la consulta de ${nombre}. Abrila para ver cómo quedó antes de unir otra.`,
  gone: (nombre: string) => `Esta consulta ya está unida a la de ${nombre}. Abrila para seguir.`,
  tooLate: 'Pasaron más de 30 días desde que se unieron y ya no se separan.',
  inTrash: 'La consulta con la que está unida está en la papelera. Recuperala primero.',
  separateFirst: (nombre: string) => `Primero separá la consulta de ${nombre}, con la que vino.`,
} as const;

export const undoErrors = {
  ofSomebody: 'Lo hizo otra persona: solo se deshace lo propio.',
  tooOld: 'Pasó más de un día: ya no se puede deshacer.',
  impossible: 'Esto no se puede deshacer.',
  /** For an act on a lead that was since joined into this one. */
  joined: 'Es de una consulta que se unió a este lead: separala primero.',
  later: 'Después lo cambiaste otra vez: deshacé primero lo último.',
} as const;
