import { describeCount } from '~/shared/counts';

/** Texts of the screen that connects the company's WhatsApp number. */
export const whatsappStrings = {
  title: 'WhatsApp',
  intro:
    'Con el número de la empresa conectado, lo que la gente escribe por WhatsApp está al momento en la historia de cada lead, y se contesta desde ahí o desde el teléfono, como hasta ahora. Quien escribe por primera vez es un lead nuevo.',
  guide: 'Paso a paso: en la guía de integración que viene con el programa (docs/integrar.md), «WhatsApp».',
  form: {
    title: 'Conectar un número',
    changeTitle: 'Cambiar los datos',
    phoneNumberId: 'Id del número',
    phoneNumberIdHint: 'Solo dígitos: «Phone number ID» en la configuración de la API. No es el teléfono.',
    token: 'Token',
    tokenHint: 'De un usuario del sistema, sin vencimiento. Se guarda cifrado.',
    appSecret: 'Clave secreta de la app',
    appSecretHint: 'En los ajustes básicos de la app, en Meta. Con ella se comprueba cada aviso. Se guarda cifrada.',
    kept: 'Hay una guardada. Vacía, queda como está.',
    account: 'Id de la cuenta de WhatsApp Business',
    accountHint: 'Opcional: si falta, se toma del primer aviso. Hace falta para las plantillas.',
    submit: 'Conectar',
    submitting: 'Probando...',
    save: 'Guardar',
  },
  state: {
    connected: (name: string | null, number: string) =>
      name ? `Conectado como ${name}, ${number}.` : `Conectado con ${number}.`,
    failing: (number: string) => `${number} no funciona:`,
    resting: (number: string) => `${number} está en reposo:`,
    restingText: 'nada llega ni sale hasta que lo confirmes.',
    heard: 'El último aviso de Meta llegó',
    never: 'Todavía no llegó ningún aviso: falta poner el webhook en Meta.',
    madeBy: (name: string | null) => (name ? `Lo conectó ${name}` : 'Lo conectó una cuenta eliminada'),
    unknown: (count: number, days: number) =>
      `${describeCount(count, 'parte', 'partes')} de los avisos de los últimos ${days} días no se ${count === 1 ? 'pudo' : 'pudieron'} leer con esta versión.`,
  },
  change: 'Cambiar datos',
  webhook: {
    title: 'Webhook en Meta',
    text: 'En la app, en «WhatsApp» → «Configuración», poné esta dirección y este token, y suscribí estos campos:',
    address: 'Dirección',
    token: 'Token de verificación',
    copy: 'Copiar',
    /** For screen readers, which read only the button. */
    copyOf: (what: string) => `Copiar: ${what}`,
    copied: (what: string) => `Copiado: ${what}`,
  },
  moves: {
    label: 'Cuando respondemos, «Nuevo» pasa a «Contactado»',
    hint: 'También si la respuesta sale del teléfono.',
  },
  silenced: {
    title: 'Números silenciados',
    text: 'Sus mensajes no crean leads.',
    by: (name: string | null) => (name ? `por ${name}` : 'por una cuenta eliminada'),
    hear: 'Volver a oír',
    hearNumber: (number: string) => `Volver a oír ${number}`,
  },
  disconnect: 'Desconectar',
  question: {
    title: '¿Desconectar WhatsApp?',
    text: 'Dejan de llegar y de salir mensajes del CRM, y se borran el token y la clave. Las conversaciones quedan en sus leads, y nadie queda esperando respuesta; en el teléfono todo sigue igual.',
    confirm: 'Desconectar',
  },
  toasts: {
    connected: 'WhatsApp conectado',
    connectFailed: 'No se pudo conectar WhatsApp',
    saved: 'Guardado',
    saveFailed: 'Error al guardar',
    unsilenced: (number: string) => `${number} se vuelve a oír`,
    unsilenceFailed: 'Error al volver a oír el número',
    disconnected: 'WhatsApp desconectado',
    disconnectFailed: 'Error al desconectar WhatsApp',
    loadFailed: 'Error al cargar la conexión',
  },
} as const;

/** Why a number cannot be connected. */
export const connectionErrors = {
  phoneNumberId: 'El identificador del número es solo dígitos: está en WhatsApp Manager, no es el teléfono.',
  businessAccountId: 'El identificador de la cuenta de WhatsApp Business es solo dígitos.',
  token: 'Pegá el token completo, sin espacios.',
  tokenRequired: 'Falta el token.',
  appSecret: 'Pegá la clave secreta de la app completa, sin espacios.',
  appSecretRequired: 'Falta la clave secreta de la app.',
  movesNew: 'Tiene que ser sí o no.',
  tokenRefused: 'Meta no aceptó este token: venció, se revocó o no tiene los permisos de WhatsApp.',
  numberUnknown: 'Con este token Meta no encuentra ese número.',
  accountUnknown: 'Con este token Meta no encuentra ese número en esa cuenta de WhatsApp Business.',
  unreachable: 'No se pudo hablar con Meta, así que no se guardó nada. Probá de nuevo en unos minutos.',
};

/** Why a connection fails, by its `fault`. */
export const connectionFaults = {
  token: 'Meta ya no acepta el token: venció o se revocó. Poné uno nuevo.',
  number: 'Con este token Meta ya no encuentra el número. Revisá que siga en la cuenta de WhatsApp Business.',
  unreadable: 'No se puede abrir el token guardado: cambió la clave del servidor. Conectá el número de nuevo.',
};

/** Answers to Meta, and to callers who only claim to be Meta. */
export const receiveErrors = {
  verifyToken: 'El token de verificación no es el de este CRM.',
  signature: 'La firma no es de la app conectada.',
  backlog: 'Hay demasiado por procesar. Reenviá en unos segundos.',
};
