import { DAYS_KEPT, type DeliveryKind, type DeliveryState, type EndedIn } from '../deliveries/delivery';

/** Texts about messages to other systems. */
export const deliveryStrings = {
  title: 'Integraciones',
  intro: `Todo lo que el CRM envía a otros sistemas. Lo que falla se vuelve a intentar solo durante tres días; después espera acá hasta que alguien lo reenvíe o lo descarte, ${DAYS_KEPT.failed} días como mucho. Lo enviado se borra a los ${DAYS_KEPT.sent} días.`,
  destination: (host: string) => `Los leads se envían a ${host}.`,
  noDestination:
    'Los leads no se envían a ninguna automatización. Quien administra el servidor puede conectar una.',
  empty: 'Todavía no se envió nada',
  emptyFiltered: 'No hay envíos con esos filtros',
  columns: {
    created_at: 'Fecha',
    what: 'Envío',
    state: 'Estado',
    result: 'Resultado',
    actions: 'Acciones',
  },
  filters: { state: 'Estado', kind: 'Tipo', all: 'Todos' },
  states: {
    pending: 'Pendiente',
    sent: 'Enviado',
    failed: 'Falló',
  } satisfies Record<DeliveryState, string>,
  /** What is said in place of 'Enviado' of what reached nobody. */
  ends: { file: 'Guardado en archivo', nobody: 'Sin destinatario' } satisfies Record<EndedIn, string>,
  kinds: {
    webhook: 'Automatización',
    mail: 'Correo',
    provisioning: 'Link de acceso externo',
  } satisfies Record<DeliveryKind, string>,
  /** The names of events; an event without one is shown by its own name. */
  events: {
    'lead.created': 'Lead nuevo',
    'lead.updated': 'Lead modificado',
    'lead.deleted': 'Lead eliminado',
    'lead.restored': 'Lead recuperado',
    'note.created': 'Nota nueva',
    test: 'Prueba',
    'mail.verify_email': 'Verificación de email, o aviso de cuenta existente',
    'mail.account_exists': 'Aviso de cuenta existente',
    'mail.awaiting_approval': 'Aviso de cuenta por aprobar',
    'mail.approved': 'Cuenta aprobada',
    'mail.recover': 'Recuperación de contraseña',
    'mail.reset_by_admin': 'Contraseña restablecida',
    'mail.password_changed': 'Contraseña cambiada',
    'mail.role_changed': 'Cambio de permisos',
    'mail.access_link': 'Link de acceso',
    'mail.access_again': 'Otro link de acceso',
    'mail.welcome_coordinator': 'Bienvenida',
    'coordinator.access_link': 'Link de acceso',
  } as Record<string, string>,
  /** A message as a sentence: what it is about, where it goes and what became of it. */
  story: {
    of: (event: string, about: string) => `${event} de ${about}`,
    on: (event: string, about: string) => `${event} sobre ${about}`,
    to: (event: string, about: string) => `${event} para ${about}`,
    destinations: {
      webhook: 'automatización',
      mail: 'correo',
      provisioning: 'acceso externo',
    } satisfies Record<DeliveryKind, string>,
    whole: (destination: string, outcome: string) => `→ ${destination}: ${outcome}`,
    delivered: (attempts: number) =>
      attempts <= 1 ? 'entregado a la primera' : `entregado en el intento ${attempts}`,
    ends: {
      file: 'no salió, porque el servidor no envía correo: quedó guardado en un archivo',
      nobody: 'no hizo falta, porque ya no había a quién enviarlo',
    } satisfies Record<EndedIn, string>,
    leaving: 'está por salir',
    inLine: 'espera su turno, detrás de un envío anterior sobre el mismo lead',
    retrying: (attempts: number) =>
      `falló ${attempts === 1 ? 'una vez' : `${attempts} veces`} y se vuelve a intentar solo`,
    failed: (attempts: number) =>
      attempts <= 1 ? 'no se pudo entregar' : `no se pudo entregar en ${attempts} intentos`,
  },
  nextAttempt: 'Próximo intento',
  inLine: 'Espera su turno: hay un envío anterior sobre el mismo lead',
  answered: (status: number) => `Respuesta ${status}`,
  more: 'Ver más antiguos',
  loading: 'Cargando...',
  refresh: 'Actualizar',
  resend: 'Reenviar',
  resendThis: (what: string) => `Reenviar ${what}`,
  resending: 'Reenviando...',
  resendFailed: (count: string) => `Reenviar fallidos (${count})`,
  keptUntil: 'Espera hasta el',
  retryPending: 'Reintentar todo lo pendiente ahora',
  retrying: 'Reintentando...',
  discard: 'Descartar',
  discarding: 'Descartando...',
  discardFailed: (count: string) => `Descartar fallidos (${count})`,
  waiting: (count: string) => (count === '1' ? '1 pendiente' : `${count} pendientes`),
  atLeast: (count: number) => `${count} o más`,
  sendTest: 'Enviar prueba',
  sendingTest: 'Enviando...',
  detail: {
    id: 'Identificador',
    created: 'Creado',
    lastAttempt: 'Último intento',
    nextAttempt: 'Próximo intento',
    attempts: 'Intentos',
    error: 'Qué pasó',
    payload: 'Contenido',
    mailPayload: 'El texto y los enlaces de un correo se escriben al enviarlo y no se guardan.',
    answer: 'Respuesta',
    copy: 'Copiar',
    copyThis: (what: string) => `Copiar ${what.toLowerCase()}`,
  },
  toasts: {
    resent: 'Vuelve a enviarse',
    resentMany: (count: number) =>
      count === 1 ? 'Un envío vuelve a la cola' : `${count} envíos vuelven a la cola`,
    retried: (count: number) =>
      count === 0
        ? 'No hay envíos pendientes'
        : count === 1
          ? 'Un envío pendiente se intenta ahora'
          : `${count} envíos pendientes se intentan ahora`,
    discarded: (count: number) => (count === 1 ? 'Envío descartado' : `${count} envíos descartados`),
    testSent: 'La prueba llegó',
    testSentAndResumed: 'La prueba llegó. Lo pendiente sale ahora.',
    testFailed: (reason: string) => `La prueba no llegó. ${reason}`,
    testPending: 'La prueba está en camino',
    copied: 'Copiado',
    copyFailed: 'El navegador no dejó copiar',
    loadFailed: 'Error al cargar los envíos',
    resendFailed: 'Error al reenviar',
    retryFailed: 'Error al reintentar',
    discardFailed: 'Error al descartar',
    testRefused: 'Error al enviar la prueba',
  },
  /** The content of a test message, besides its time and source. */
  testLead: {
    nombre: 'Prueba de integración',
    email: 'prueba@example.com',
    whatsapp: '+5491123456789',
    pais: 'Argentina',
    empresa: 'Inmobiliaria de ejemplo',
    mensaje: 'Mensaje de prueba enviado desde el CRM.',
  },
  nobodyToTell: 'No había a quién enviárselo: la cuenta ya no lo necesita.',
  mailErrors: {
    signIn: 'El servidor de correo no aceptó el usuario o la contraseña.',
    sender:
      'El servidor de correo no aceptó a quien envía: revisá el remitente y la cuenta con que se envía.',
    recipient: 'El servidor de correo no aceptó al destinatario.',
    message: 'El servidor de correo no aceptó el mensaje.',
    noEncryption:
      'El servidor de correo no ofrece cifrado (STARTTLS), y a otra máquina nada se envía sin él.',
    encryption: 'No se pudo cifrar la conexión con el servidor de correo.',
    folder: 'No se pudo escribir el archivo del correo.',
  },
  errors: {
    filterInvalid: 'Ese filtro no existe.',
    timeout: 'No respondió a tiempo.',
    refused: 'No aceptó la conexión.',
    unknownHost: 'La dirección no existe o no se pudo averiguar.',
    closed: 'Cortó la conexión antes de responder.',
    certificate: 'Su certificado no es válido.',
    encryption: 'No se pudo cifrar la conexión (TLS).',
    badAnswer: 'Lo que respondió no es HTTP.',
    network: 'No se pudo conectar.',
    redirect: 'Respondió con una redirección, y las redirecciones no se siguen.',
    gone: 'Respondió que ya no existe: no se vuelve a intentar.',
    status: (status: number) => `Respondió con el estado ${status}.`,
    unconfirmed: (status: number) =>
      `Respondió ${status} sin confirmar el mensaje: faltó "received" con su webhook-id.`,
    noWebhook: 'No hay ninguna automatización conectada.',
    notFailed: 'Solo se descarta lo que falló. Actualizá la lista para ver cómo está este envío.',
    noProvisioning: 'No hay ninguna función de acceso externo conectada.',
    unexpected: 'Falló de un modo inesperado. El registro del servidor dice por qué.',
  },
} as const;
