/** Why the server or a form refuses a lead's values. Kept out of screens' first load. */
export const leadErrors = {
  required: 'Nombre y email son obligatorios',
  nombreRequired: 'Falta el nombre.',
  unreachable: 'Falta el email o el WhatsApp: hace falta al menos uno.',
  waitingInvalid: 'Todavía no hablé: es sí o no.',
  nombreLong: 'Nombre: usá como mucho 120 caracteres.',
  confirmEmail: 'Email: escribilo tal como está en el lead.',
  confirmPhone: 'WhatsApp: escribilo tal como está en el lead.',
  noNumber: 'Este lead no tiene un número de WhatsApp.',
  emailInvalid: 'Email: escribí una dirección válida, por ejemplo nombre@dominio.com.',
  whatsappLong: 'WhatsApp: usá como mucho 32 caracteres.',
  paisInvalid: 'País: elegí uno de la lista.',
  clientTypeInvalid: 'Tipo de cliente: elegí uno de la lista.',
  estadoInvalid: 'Estado: elegí uno de los cinco estados.',
  mensajeLong: 'Mensaje: usá como mucho 5000 caracteres.',
  empresaLong: 'Empresa: usá como mucho 120 caracteres.',
  noteRequired: 'Nota: escribí algo antes de guardar.',
  contactAnswer: 'Decí si se lo contactó o, de una llamada, cómo terminó.',
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
