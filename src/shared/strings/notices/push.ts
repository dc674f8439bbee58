export const pushErrors = {
  invalid: 'Este navegador no dio un dispositivo válido. Recargá la página y probá de nuevo.',
  unknownService: 'El servicio de avisos de este navegador no es uno de los conocidos. Probá con otro navegador.',
} as const;

/** A notification's texts besides its title. */
export const pushStrings = {
  open: 'Abrir',
  whatsapp: 'WhatsApp',
  andMore: (named: string, more: number) => `${named} y ${more} más`,
} as const;

/** Shown by the service worker for a message it cannot read. */
export const workerStrings = { fallback: 'Hay novedades en el CRM' } as const;

/** The part of 'Avisos' about phones and browsers. */
export const deviceStrings = {
  title: 'En tus dispositivos',
  here: {
    unknown: 'Un momento...',
    insecure: 'Este navegador solo recibe avisos de un sitio con https.',
    install:
      'En iPhone y iPad, primero hay que instalar el CRM: tocá Compartir y «Agregar a inicio», abrilo desde ahí y volvé a esta pantalla. Hace falta iOS 16.4 o más nuevo.',
    unsupported: 'Este navegador no puede recibir avisos. Probá con Chrome, Edge, Firefox o Safari al día.',
    denied:
      'Este navegador tiene bloqueados los avisos de este sitio. Permitilos en los ajustes del sitio (el ícono a la izquierda de la dirección) y recargá la página.',
  },
  on: 'Este dispositivo recibe avisos.',
  rests: 'Este dispositivo está en reposo: no recibe avisos hasta que un administrador lo confirme.',
  off: 'Este dispositivo no recibe avisos.',
  activate: 'Activar en este dispositivo',
  activating: 'Activando...',
  activated: 'Avisos activados en este dispositivo',
  silence: 'Silenciar este dispositivo',
  silencing: 'Silenciando...',
  silenced: 'Dispositivo silenciado',
  refused: 'El navegador no dio permiso para avisar. Probá de nuevo y elegí «Permitir».',
  failed: 'Error al cambiar los avisos de este dispositivo',
  /** Its session ended, or it was silenced from elsewhere. */
  silencedSince: 'Este dispositivo dejó de recibir avisos: se cerró su sesión, o se silenció desde otro.',
  activateAgain: 'Activarlos',
  cameUnseen: 'Llegaron consultas mientras no mirabas',
  offer: 'Que te avise el teléfono',
  others: 'Otros dispositivos',
  since: 'Desde el',
  silenceOther: 'Silenciar',
  silenceNamed: (name: string) => `Silenciar ${name}`,
} as const;

/** The page between a notification and a lead's chat. */
export const whatsappPageStrings = {
  title: (name: string) => `WhatsApp con ${name}`,
  text: 'Se abre en otra aplicación. Si no se abrió sola, tocá el botón.',
  open: 'Abrir WhatsApp',
  lead: 'Ver el lead en el CRM',
  gone: 'Ese lead ya no está, o no tiene un número para WhatsApp.',
  goneTitle: 'No hay con quién chatear',
  panel: 'Ir al panel',
} as const;

export const unsubscribeStrings = {
  title: 'Dejar de recibir correos',
  texts: {
    leads: 'El CRM deja de escribirte por las consultas, tu día y lo que nadie atendió.',
    numbers: 'Los lunes dejan de llegarte los números de la semana.',
    troubles: 'El CRM deja de escribirte cuando algo falla. En el panel lo seguís viendo.',
  },
  submit: 'No recibir más estos correos',
  doneTitle: 'Listo',
  done: 'Esos correos ya no te llegan; los de tu cuenta, como un cambio de contraseña, sí. Si cambiás de idea, elegilo en «Mi cuenta».',
  account: 'Ir a Avisos',
} as const;
