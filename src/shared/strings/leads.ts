import { describeNumber } from '~/shared/number';

const howMany = (total: number) => `${describeNumber(total)} ${total === 1 ? 'lead' : 'leads'}`;

/** What staff read about leads. Toasts and labels are the specification's. */
export const leadStrings = {
  statuses: {
    nuevo: 'Nuevo',
    contactado: 'Contactado',
    en_seguimiento: 'En seguimiento',
    ganado: 'Ganado',
    perdido: 'Perdido',
  },
  clientTypes: {
    profesional: 'Profesional',
    inmobiliaria: 'Inmobiliaria',
    constructora: 'Constructora',
    otros: 'Otros',
  },
  counters: {
    total: 'Leads Totales',
    nuevos_7_dias: 'Nuevos (7 días)',
    contactado: 'Contactados',
    en_seguimiento: 'En seguimiento',
    ganado: 'Ganados',
    perdido: 'Perdidos',
  },
  /** How a counter differs from what it was a week ago. */
  trend: (change: number) =>
    change === 0
      ? 'Igual que hace una semana'
      : `${describeNumber(Math.abs(change))} ${change > 0 ? 'más' : 'menos'} que hace una semana`,
  /** How who came in the last seven days differs from the seven before. */
  trendOfNew: (change: number) =>
    change === 0
      ? 'Tantos como en los 7 días anteriores'
      : `${describeNumber(Math.abs(change))} ${change > 0 ? 'más' : 'menos'} que en los 7 días anteriores`,
  /** The panel's first sentence: what there is to do now. */
  waitingNow: (count: number) => {
    if (count === 0) return 'Nadie espera respuesta';
    return count === 1 ? '1 persona espera respuesta' : `${describeNumber(count)} personas esperan respuesta`;
  },
  /** Where a number could not be read. */
  unread: '–',
  columns: {
    nombre: 'Nombre',
    email: 'Email',
    whatsapp: 'WhatsApp',
    pais: 'País',
    estado: 'Estado',
    notas: 'Notas',
    fecha: 'Fecha',
    acciones: 'Acciones',
  },
  panelTitle: 'Panel de leads',
  recent: 'Leads Recientes',
  empty: 'No hay leads registrados',
  none: 'Sin dato',
  emptyFiltered: 'No hay leads registrados con estos filtros',
  create: 'Crear Lead',
  more: 'Cargar más',
  otherLists: 'Otras listas',
  howMany,
  /** Who came in while somebody points at the list. */
  similar: (words: string) => `No hay «${words}»; estos se parecen`,
  arrivals: (count: number) => (count === 1 ? '1 lead nuevo' : `${count} leads nuevos`),
  arrived: (nombre: string) => `Nueva consulta de ${nombre}`,
  filters: {
    title: 'Filtros',
    search: 'Buscar',
    searchHint: 'Nombre, email, teléfono o mensaje',
    estado: 'Estado',
    pais: 'País',
    client_type: 'Tipo de cliente',
    owner: 'Responsable',
    orden: 'Orden',
    all: 'Todos',
    newest: 'Más recientes',
    oldest: 'Más antiguos',
    waiting: 'Sin contactar',
    lastWeek: 'Últimos 7 días',
    from: 'Llegaron desde',
    to: 'Llegaron hasta',
    mostNotes: 'Más notas',
    fewestNotes: 'Menos notas',
    nextContact: 'Próximo contacto',
    lastActivity: 'Última actividad',
    longestIdle: 'Más tiempo sin actividad',
    more: 'Más filtros',
    source: 'Origen',
    lost_reason: 'Motivo',
    reached: 'Pasaron por',
    contacted: 'Contactados',
    answered: {
      '5m': 'en 5 min',
      '60m': 'en 60 min',
      later: 'después de 60 min',
      ever: 'alguna vez',
      never: 'nunca',
    },
    hour: 'Llegaron',
    /** Of which place the days are, where it is not the reader's own. */
    zone: 'Hora de',
    open: 'En juego',
    idle: 'Sin actividad hace',
    days: (days: string) => (days === '1' ? '1 día' : `${days} días`),
    clear: 'Quitar filtros',
    /** Closes the filters of a small window. */
    show: (count: number | null) => (count === null ? 'Ver leads' : `Ver ${howMany(count)}`),
    /** A chip's name is both: what it does, and what it shows. */
    remove: 'Quitar filtro',
    chip: (label: string, value: string) => `${label}: ${value}`,
  },
  /** Where the list is empty: what there is to do. */
  emptyPlaces: {
    firstDay: 'Compartí el enlace de tu sitio: cada consulta que llegue aparece acá al momento.',
    link: 'Enlace de tu sitio',
    copy: 'Copiar enlace',
    copied: 'Enlace copiado',
    create: 'Crear el primer lead',
    invite: 'Invitar al equipo',
    nothingFound: 'Probá con otra palabra o con menos filtros.',
    /** Of the views that come with the panel, by what they ask for. */
    views: {
      'contacto=pendiente': 'Nadie espera respuesta: ya se contactó a todos. Quien escriba aparece acá.',
      'agenda=hoy':
        'Para hoy no queda nada agendado. Lo que agendes con «Próximo contacto» aparece acá ese día.',
      'owner=me&agenda=hoy': 'Para hoy no te queda nada agendado.',
      'agenda=vencidos': 'Nada está vencido: lo que se pase de su día aparece acá.',
      'owner=me': 'No tenés ningún lead a cargo. Con «Tomar», un lead pasa a ser tuyo.',
      'owner=none': 'Cada lead tiene su responsable.',
      'duplicados=si': 'Nadie escribió dos veces.',
    } as Record<string, string>,
    clear: 'Limpiar filtros',
  },
  waitingFor: (time: string) => `hace ${time}`,
  row: {
    choose: (nombre: string) => `Elegir ${nombre}`,
    /** Of the same person. */
    enquiries: (count: number) => `${count} consultas`,
    chooseAll: 'Elegir todos',
    /** On a phone it begins the choosing. */
    pick: 'Elegir',
    notes: (nombre: string, count: number) => `Notas de ${nombre} (${count})`,
    remove: (nombre: string) => `Eliminar lead ${nombre}`,
    whatsapp: (nombre: string) => `Abrir WhatsApp de ${nombre}`,
    otherMessage: (nombre: string) => `Otro mensaje para ${nombre}`,
  },
  gone: 'Este lead ya no está: alguien lo eliminó.',
  billings: { anual: 'Anual', mensual: 'Mensual' },
  lostReasons: {
    precio: 'Precio',
    no_responde: 'No responde',
    eligio_otro: 'Eligió a otro',
    no_califica: 'No califica',
    mas_adelante: 'Más adelante',
    otro: 'Otro',
  },
  sources: { landing: 'Sitio web', crm_manual: 'Cargado a mano', api: 'API' } as Record<string, string>,
  openWhatsapp: 'Abrir WhatsApp',
  otherMessage: 'Otro mensaje',
  removal: {
    title: 'Eliminar lead',
  },
  /** A contact attempt, and the question whether it reached the lead. */
  attempt: {
    /** `when` is 'hace 2 min'. */
    opened: {
      whatsapp: (when: string) => `WhatsApp abierto ${when}`,
      call: (when: string) => `Llamada iniciada ${when}`,
      email: (when: string) => `Email abierto ${when}`,
    },
    /** The name first: in a narrow row the rest may be cut off. */
    by: (name: string, opened: string) => `${name} · ${opened}`,
    question: '¿Lo contactaste?',
    questionOf: (nombre: string) => `¿Contactaste a ${nombre}?`,
    yes: 'Sí',
    no: 'No',
    failed: 'No se anotó que lo abriste',
    answerFailed: 'Error al guardar tu respuesta',
  },
  shortcuts: {
    title: 'Atajos de teclado',
  },
  trash: 'Papelera',
  setAside: 'Consultas apartadas',
  changeStatusTo: 'Cambiar estado a:',
  whyLost: '¿Por qué se perdió?',
  skipReason: 'Sin motivo',
  reasonFailed: 'Error al guardar el motivo',
  views: {
    title: 'Vistas',
    todos: 'Todos',
    mios: 'Míos',
    hoy: 'Para hoy',
    vencidos: 'Vencidos',
    proximos: 'Próximos',
    sin_dueno: 'Sin dueño',
    sin_contactar: 'Sin contactar',
    duplicados: 'Posibles duplicados',
  },
  nextContact: {
    title: 'Próximo contacto',
    /** A row's button, which says when, too. */
    plan: (nombre: string) => `Agendar a ${nombre}`,
    planned: (nombre: string, when: string) => `Agenda de ${nombre}: ${when}`,
    overdue: (when: string) => `venció ${when}`,
    tomorrow: 'Mañana',
    inThreeDays: 'En 3 días',
    monday: 'El lunes',
    day: 'Otro día',
    hour: 'Hora',
    save: 'Guardar',
    none: 'Sin próximo contacto',
    question: '¿Cuándo seguimos?',
    questionOf: (nombre: string) => `¿Cuándo seguimos con ${nombre}?`,
    notNeeded: 'Ninguno',
    saved: (when: string) => `Próximo contacto: ${when}`,
    cleared: 'Queda sin próximo contacto',
    failed: 'Error al guardar el próximo contacto',
    days: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
    today: 'hoy',
    tomorrowShort: 'mañana',
    tomorrowInRow: 'mañ.',
    yesterday: 'ayer',
  },
  owner: {
    title: 'Responsable',
    nobody: 'Sin dueño',
    you: (name: string) => `${name} (vos)`,
    gone: 'alguien que ya no está',
    taken: (nombre: string) => `Ahora sos responsable de ${nombre}`,
    takenToo: 'Ahora sos responsable.',
    given: (nombre: string, name: string) => `${nombre} pasó a ${name}`,
    givenBack: (nombre: string) => `${nombre} quedó sin dueño`,
    failed: 'Error al cambiar el responsable',
  },
  plan: {
    title: 'Plan de interés',
    none: 'Sin definir',
    monthly: (price: number) => `USD ${describeNumber(price)} por mes`,
    failed: 'Error al guardar el plan',
  },
  toasts: {
    loadFailed: 'Error al cargar los leads',
    statusChanged: 'Estado actualizado correctamente',
    moved: (nombre: string, estado: string) => `${nombre} pasó a ${estado}`,
    movedBack: (nombre: string, estado: string) => `${nombre} volvió a ${estado}`,
    statusFailed: 'Error al actualizar el estado',
    deleted: 'Lead eliminado correctamente',
    deleteFailed: 'Error al eliminar el lead',
    restored: 'Lead recuperado',
    restoreFailed: 'Error al recuperar el lead',
    saved: 'Datos guardados',
    saveFailed: 'Error al guardar los datos',
    conflict: 'Otra persona cambió este lead mientras tanto. Ahora ves cómo quedó.',
    conflictNext: 'Si todavía querés cambiarlo, elegilo de nuevo.',
    noteAdded: 'Nota añadida',
  },
} as const;
