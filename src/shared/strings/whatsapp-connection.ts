/** What is wrong with what was typed to connect, or with the connection. */
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
  unreadable:
    'No se puede abrir el token guardado: cambió la clave del servidor. Conectá el número de nuevo.',
};

/** For whoever sets Meta's side up, or is not Meta. */
export const receiveErrors = {
  verifyToken: 'El token de verificación no es el de este CRM.',
  signature: 'La firma no es de la app conectada.',
  backlog: 'Hay demasiado por procesar. Reenviá en unos segundos.',
};
