/** What administrators read about messages that leave for other systems. */
export const deliveryStrings = {
  nobodyToTell: 'No había a quién enviárselo: la cuenta ya no lo necesita.',
  mailErrors: {
    EAUTH: 'El servidor de correo no aceptó el usuario o la contraseña.',
    EENVELOPE: 'El servidor de correo no aceptó al destinatario.',
    EMESSAGE: 'El servidor de correo no aceptó el mensaje.',
    ETLS: 'No se pudo cifrar la conexión con el servidor de correo.',
  },
  errors: {
    timeout: 'No respondió a tiempo.',
    refused: 'No aceptó la conexión.',
    unknownHost: 'La dirección no existe o no se pudo averiguar.',
    closed: 'Cortó la conexión antes de responder.',
    certificate: 'Su certificado no es válido.',
    badAnswer: 'Lo que respondió no es HTTP.',
    network: 'No se pudo conectar.',
    redirect: 'Respondió con una redirección, y las redirecciones no se siguen.',
    gone: 'Respondió que ya no existe: no se vuelve a intentar.',
    status: (status: number) => `Respondió con el estado ${status}.`,
    noWebhook: 'No hay un flujo configurado: falta LEAD_WEBHOOK_URL.',
    noProvisioning: 'No hay una función configurada: falta PROVISIONING_URL.',
    unexpected: 'Falló de un modo inesperado. El registro del servidor dice por qué.',
  },
} as const;
