/** Errors in a message's fields. */
export const templateErrors = {
  fields: { name: 'Nombre', subject: 'Asunto', voseo: 'Texto con vos', tuteo: 'Texto con tú' },
  required: (field: string) => `${field}: escribilo, no puede quedar vacío.`,
  tooLong: (field: string, max: number) => `${field}: usá como mucho ${max} caracteres.`,
  fault: (field: string, fault: string) => `${field}: ${fault}.`,
  estadoInvalid: 'Estado: elegí uno de los cinco estados, o ninguno.',
  channelInvalid: 'Medio: elegí whatsapp o email.',
  noSubject: 'Asunto: solo lo lleva un email.',
  seenInvalid: 'Falta decir qué versión viste.',
  tooMany: (most: number) => `Ya hay ${most} mensajes propios. Eliminá alguno para sumar otro.`,
} as const;

/** Texts about the messages with which WhatsApp and Email open. */
export const templateStrings = {
  title: 'Plantillas de mensaje',
  intro:
    'Con qué texto se abren WhatsApp y Email en cada lead. Un toque usa el de su estado; con «Otro mensaje» se elige cualquiera.',
  channels: { whatsapp: 'WhatsApp', email: 'Email' },
  otherFor: (nombre: string) => `Otro mensaje para ${nombre}`,
  usual: 'El de un toque',
  usualOf: (estado: string) => `Un toque en ${estado}`,
  firstOf: (estado: string) => `Primero en ${estado}`,
  edited: 'Editado',
  own: 'Propio',
  add: 'Nuevo mensaje',
  edit: 'Editar',
  editOf: (name: string) => `Editar ${name}`,
  manage: 'Editar plantillas',
  unreachable: { whatsapp: 'No tiene un número que sirva.', email: 'No tiene email.' },
  form: {
    channel: 'Medio',
    name: 'Nombre *',
    estado: 'Ofrecer primero en',
    anyStatus: 'Todos por igual',
    subject: 'Asunto *',
    voseo: 'Texto con vos *',
    tuteo: 'Texto con tú *',
    voseoHint: 'Argentina, Uruguay, Paraguay y Bolivia.',
    tuteoHint: 'Los demás países.',
    placeholders:
      'Se completan solos: {nombre}, {remitente} (quien lo envía), {proveedor}, {plan} y {precio} (de los planes). Lo que va entre [corchetes] se saltea cuando falta un dato.',
    preview: 'Vista previa',
    previewWith: 'Con los datos de',
    nobody: 'Nadie en particular',
    save: 'Guardar',
    saving: 'Guardando...',
    remove: 'Eliminar',
    reset: 'Volver al texto de fábrica',
  },
  questions: {
    remove: (name: string) => ({
      title: `¿Eliminar ${name}?`,
      text: 'Deja de ofrecerse a todo el equipo. No se puede deshacer.',
      confirm: 'Eliminar',
    }),
    reset: (name: string) => ({
      title: `¿Volver ${name} al texto de fábrica?`,
      text: 'Se pierde lo que se cambió acá. No se puede deshacer.',
      confirm: 'Volver al texto de fábrica',
    }),
  },
  toasts: {
    loadFailed: 'Error al cargar los mensajes',
    saved: 'Mensaje guardado',
    saveFailed: 'Error al guardar el mensaje',
    removed: 'Mensaje eliminado',
    wasReset: 'El mensaje volvió a su texto de fábrica',
    removeFailed: 'Error al eliminar el mensaje',
  },
} as const;
