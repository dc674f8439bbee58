import { webhookEventNames } from '~/shared/strings/deliveries';
import { MAX_WEBHOOKS, PAUSED_KEPT_DAYS, SECRET_GRACE_HOURS } from '~/shared/webhooks/limits';

export const webhookStrings = {
  title: 'Destinos de los avisos',
  intro: 'A cada destino le llega un mensaje firmado por cada evento que elijas, en orden y sin depender de los demás.',
  add: 'Crear destino',
  list: 'Destinos',
  empty: 'Todavía no hay destinos',
  fromSettings: 'De los ajustes del servidor',
  fromSettingsText: 'Lo cambia quien administra el servidor (LEAD_WEBHOOK_URL).',
  active: 'Activo',
  failing: 'Falla',
  pauses: { hand: 'En pausa', failing: 'Se pausó solo' },
  failingSince: 'Ningún envío llega desde el',
  pausedSince: 'En pausa desde el',
  pausedText: `Lo que pasa mientras tanto espera acá ${PAUSED_KEPT_DAYS} días y sale al reactivarlo.`,
  waiting: (count: string) => (count === '1' ? '1 envío espera' : `${count} envíos esperan`),
  header: (name: string) => `Encabezado ${name}`,
  formerUntil: 'El secreto anterior también firma hasta el',
  madeBy: (name: string | null) => (name ? `Creado por ${name}` : 'Creado por una cuenta eliminada'),
  madeByToken: (name: string) => `Creado por el token «${name}»`,
  endsWithToken: (lastDay: string | null) => `termina con él${lastDay ? `, el ${lastDay}` : ''}`,
  log: 'Ver envíos',
  logOf: (host: string) => `Ver envíos a ${host}`,
  test: 'Enviar prueba',
  testing: 'Enviando...',
  edit: 'Editar',
  pause: 'Pausar',
  resume: 'Reactivar',
  rotate: 'Cambiar secreto',
  resend: 'Reenviar desde…',
  remove: 'Eliminar',
  /** Adds the destination for screen readers, which read only the button. */
  of: (what: string, host: string) => `${what} (${host})`,
  events: webhookEventNames,
  form: {
    createTitle: 'Nuevo destino',
    editTitle: 'Editar destino',
    url: 'Dirección',
    urlHint: 'Recibe un POST por cada evento. Tiene que empezar con https://',
    events: 'Eventos',
    header: 'Encabezado',
    headerHint: 'Opcional, para que el destino te reconozca: «Authorization: Bearer …». Se guarda cifrado.',
    headerKept: (name: string) =>
      `Hay uno guardado (${name}). Vacío, queda como está, salvo que la dirección pase a otro servidor.`,
    dropHeader: 'Quitar el encabezado guardado',
    create: 'Crear destino',
    creating: 'Creando...',
    save: 'Guardar cambios',
    saving: 'Guardando...',
  },
  reveal: {
    title: 'Guardá este secreto',
    text: (host: string) =>
      `Con él, ${host} comprueba que cada mensaje es del CRM. Es la única vez que se muestra: si se pierde, cambialo.`,
    rotatedText: (host: string) =>
      `Ponelo en ${host} dentro de ${SECRET_GRACE_HOURS} horas: hasta entonces el anterior también firma, así que nada deja de llegar.`,
    label: 'Secreto',
    copy: 'Copiar secreto',
    copied: 'Secreto copiado',
    done: 'Ya lo guardé',
    question: {
      title: '¿Ya guardaste el secreto?',
      text: 'No lo copiaste con el botón, y no se va a mostrar de nuevo.',
      confirm: 'Ya lo guardé',
    },
  },
  questions: {
    rotate: (host: string) => ({
      title: `¿Cambiar el secreto de ${host}?`,
      text: `El nuevo se muestra una sola vez. El anterior firma también durante ${SECRET_GRACE_HOURS} horas, para que tengas tiempo de reemplazarlo.`,
      confirm: 'Cambiar secreto',
    }),
    remove: (host: string) => ({
      title: `¿Eliminar el destino ${host}?`,
      text: 'No recibe nada más, y lo que esperaba para él o había fallado se descarta. Lo que ya recibió queda en la lista de envíos.',
      confirm: 'Eliminar',
    }),
  },
  resending: {
    title: 'Reenviar desde…',
    text: 'Vuelve a salir, en orden, todo lo que se le envió o falló desde ese día. Cada mensaje lleva su mismo webhook-id: un destino que ya lo procesó tiene que ignorarlo.',
    from: 'Desde el',
    submit: 'Reenviar',
    busy: 'Reenviando...',
    done: (count: number) =>
      count === 0
        ? 'Desde ese día no hay nada que reenviar'
        : count === 1
          ? 'Un envío vuelve a salir'
          : `${count} envíos vuelven a salir`,
  },
  toasts: {
    saved: 'Destino guardado',
    paused: 'Destino en pausa',
    resumed: 'Destino activo. Lo que esperaba sale ahora.',
    removed: 'Destino eliminado',
    createFailed: 'Error al crear el destino',
    saveFailed: 'Error al guardar el destino',
    removeFailed: 'Error al eliminar el destino',
    rotateFailed: 'Error al cambiar el secreto',
    resendFailed: 'Error al reenviar',
    loadFailed: 'Error al cargar los destinos',
  },
  errors: {
    url: 'La dirección tiene que ser completa, por ejemplo https://n8n.ejemplo.com/webhook/leads',
    urlLong: 'La dirección es demasiado larga (máximo 2048 caracteres)',
    credentials: 'La dirección no puede llevar usuario ni contraseña: usá el encabezado.',
    forbidden:
      'A esa dirección no se puede enviar: tiene que existir, estar en internet y empezar con https://. Para una de la red propia, quien administra el servidor la habilita con WEBHOOK_ALLOW_PRIVATE.',
    taken: 'Ya hay un destino con esa dirección',
    events: 'Elegí al menos un evento',
    event: 'Ese evento no existe',
    header: 'El encabezado tiene que tener la forma «Nombre: valor», en letras sin acentos',
    headerLong: 'El encabezado es demasiado largo (máximo 2048 caracteres)',
    headerOwn: 'Ese encabezado lo pone el CRM o la conexión: elegí otro nombre.',
    active: 'Tiene que ser sí o no',
    nothing: 'No hay nada que cambiar',
    day: 'Esa fecha no existe',
    future: 'Esa fecha todavía no llegó',
    tooMany: `Puede haber ${MAX_WEBHOOKS} destinos como mucho. Eliminá alguno que no se use.`,
    manySecrets:
      'Este secreto se cambió demasiadas veces en un día. Esperá a que venzan los anteriores o creá otro destino.',
    paused: 'Este destino está en pausa: reactivalo y lo que espera sale solo.',
    removed: 'El destino de este envío se eliminó.',
    unreadable:
      'El secreto o el encabezado de este destino ya no se pueden leer, porque la clave del servidor es otra: cambiá el secreto y escribí de nuevo el encabezado.',
  },
} as const;
