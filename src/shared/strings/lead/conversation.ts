export const messageStrings = {
  /** What stands for a message without a text, by kind; `other` is any kind that Meta adds. */
  kinds: {
    text: 'Mensaje',
    template: 'Plantilla',
    image: 'Foto',
    audio: 'Audio',
    video: 'Video',
    document: 'Documento',
    sticker: 'Sticker',
    location: 'Ubicación',
    contacts: 'Contacto',
    button: 'Respuesta de un botón',
    interactive: 'Respuesta de un menú',
    order: 'Pedido',
    request_welcome: 'Abrió el chat, y todavía no escribió',
    unsupported: 'Un mensaje que WhatsApp no muestra acá: miralo en el teléfono',
    other: 'Un mensaje que el CRM no sabe leer: miralo en el teléfono',
  },
  /** By Meta's error code. */
  failures: {
    130429: 'Demasiados mensajes a la vez: WhatsApp pidió esperar.',
    131026: 'WhatsApp no lo pudo entregar: puede que ese número no tenga WhatsApp.',
    131047: 'Pasaron más de 24 horas desde su último mensaje.',
    131051: 'WhatsApp no admite este tipo de mensaje.',
    131062: 'WhatsApp no admite este mensaje para quien no muestra su número: contestale desde el teléfono.',
    132000: 'Los datos no son los que pide la plantilla.',
    132001: 'Esa plantilla ya no está aprobada.',
    132015: 'WhatsApp pausó esa plantilla.',
    132016: 'WhatsApp desactivó esa plantilla.',
    131049: 'WhatsApp no lo entregó, para que la persona no reciba demasiados mensajes de empresas.',
    131050: 'La persona pidió no recibir mensajes promocionales.',
    '-1': 'No salió: el lead ya no está.',
    '-2': 'No salió: se desconectó el número de WhatsApp.',
    '-3': 'No salió: no se pudo enviar en 24 horas.',
  } as Record<number, string>,
  failed: (code: number | null) => `WhatsApp no lo aceptó${code === null ? '' : ` (código ${code})`}.`,
} as const;

/** Texts of messages in the timeline, and of the box that answers them. */
export const conversationStrings = {
  /** Author of an outgoing message written on the phone. */
  byPhone: 'Desde el teléfono',
  us: 'Nosotros',
  revoked: 'Este mensaje se eliminó',
  edited: 'editado',
  /** Opens what an edited message said. */
  former: 'Lo que decía antes',
  cameFrom: { ad: 'Vino de un anuncio', post: 'Vino de una publicación' } as Record<string, string>,
  seeSource: 'Ver el anuncio',
  statuses: {
    queued: 'En cola',
    sent: 'Enviado',
    delivered: 'Entregado',
    read: 'Leído',
    failed: 'No se envió',
  },
  reaction: (emoji: string) => `Reacción: ${emoji}`,
  ownReaction: (emoji: string) => `Nuestra reacción: ${emoji}`,
  see: 'Ver',
  /** For screen readers, which read only the link. */
  seeKind: (kind: string) => `Ver ${kind.toLowerCase()}`,
  ways: 'Qué vas a escribir',
  note: 'Nota',
  whatsapp: 'WhatsApp',
  add: 'Mensaje de WhatsApp',
  addHint: 'Ctrl + Enter también lo envía.',
  submit: 'Enviar',
  submitting: 'Enviando...',
  until: (clock: string) => `Podés escribir hasta las ${clock}`,
  untilTomorrow: (clock: string) => `Podés escribir hasta mañana a las ${clock}`,
  closed: 'Fuera de las 24 horas de su último mensaje, WhatsApp solo acepta una plantilla aprobada.',
  chooseTemplate: 'Elegir plantilla',
  templatesOf: (nombre: string) => `Plantillas para ${nombre}`,
  noTemplates: 'La cuenta de WhatsApp no tiene plantillas aprobadas.',
  back: 'Ver las otras',
  field: (name: string) => (/^\d+$/.test(name) ? `Dato ${name}` : name),
  missing: 'Escribí qué va acá',
  sendTemplate: 'Enviar plantilla',
  toasts: { failed: 'No se envió el mensaje', templatesFailed: 'No se pudieron leer las plantillas' },
} as const;

/** Texts for messages without one. */
export const contentStrings = {
  products: (count: number) => (count === 1 ? '1 producto' : `${count} productos`),
};

export const whatsappErrors = {
  notConnected: { es: 'No hay un número de WhatsApp conectado.', en: 'No WhatsApp number is connected.' },
  noNumber: {
    es: 'Este lead no tiene un número que sirva para WhatsApp.',
    en: 'This lead has no number that WhatsApp could reach.',
  },
  bodyRequired: 'Escribí el mensaje.',
  bodyLong: { es: 'El mensaje puede tener hasta 4096 caracteres.', en: 'must have at most 4096 characters' },
  oneOf: { es: 'Mandá un texto o una plantilla.', en: 'send either body, or template with its fields' },
  templateInvalid: { es: 'Esa plantilla no está entre las aprobadas.', en: 'must be the name of an approved template' },
  languageInvalid: {
    es: 'Esa plantilla no está aprobada en ese idioma.',
    en: 'must be a language in which the template is approved',
  },
  languageMissing: {
    es: 'Esa plantilla está en varios idiomas: elegí uno.',
    en: 'is required: the template is approved in several languages',
  },
  fieldsWrong: {
    es: 'Completá todos los datos de la plantilla, y ninguno más.',
    en: 'must fill each place of the body of the template, and no more',
  },
  fieldRequired: 'Completá este dato de la plantilla.',
  fieldLong: 'Cada dato puede tener hasta 1000 caracteres.',
  templatesSpent: {
    es: 'Hoy ya se mandaron todos los mensajes con plantilla que se pueden mandar en un día, porque se pagan. Mañana se puede de nuevo.',
    en: 'All messages from a template that a day may have were sent: wait as long as Retry-After says.',
  },
  ownTemplatesSpent: {
    es: 'Hoy ya mandaste todos los mensajes con plantilla que puede mandar una persona o un programa en un día, porque se pagan. Mañana podés de nuevo.',
    en: "This token has sent half of a day's messages from a template, its share: wait as long as Retry-After says.",
  },
  noAccount: {
    es: 'Falta el id de la cuenta de WhatsApp Business: un administrador lo completa en Integraciones.',
    en: 'The id of the WhatsApp Business account is missing: an administrator has to add it.',
  },
  templatesUnread: {
    es: 'WhatsApp no dio las plantillas. Probá de nuevo en un momento.',
    en: 'WhatsApp did not give the templates: try again in a moment.',
  },
  fileGone: 'Ya no está disponible.',
  fileLarge: 'El archivo tiene más de 16 MB: miralo en el teléfono.',
  fileUnread: 'WhatsApp no dio el archivo. Probá de nuevo en un momento.',
  fileBusy: 'Se están bajando varios archivos a la vez. Probá de nuevo en un momento.',
} as const;
