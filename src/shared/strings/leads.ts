import { describeNumber } from '~/shared/counts';

const howMany = (total: number) => `${describeNumber(total)} ${total === 1 ? 'lead' : 'leads'}`;

/** Texts about leads. Toasts and labels are the specification's. */
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
  /** The panel's first sentence: what to do now. */
  waitingNow: (count: number, isFirst: boolean) => {
    if (count === 0) return 'Nadie espera respuesta';
    const what = isFirst ? 'su primera respuesta' : 'respuesta';
    return count === 1 ? `1 persona espera ${what}` : `${describeNumber(count)} personas esperan ${what}`;
  },
  awaitsReply: 'Espera respuesta',
  /** Ends that. */
  replied: 'Ya respondí',
  /** A number that could not be read. */
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
  recent: 'Leads Recientes',
  /** Heading of a list that is no view. */
  filtered: 'Leads filtrados',
  empty: 'No hay leads registrados',
  none: 'Sin dato',
  emptyFiltered: 'No hay leads registrados con estos filtros',
  /** Nothing left to do today. */
  dayDone: 'Terminaste tu día',
  create: 'Crear Lead',
  more: 'Cargar más',
  howMany,
  similar: (words: string) => `No hay «${words}»; estos se parecen`,
  /** Arrivals held back while the pointer is over the list. */
  arrivals: (count: number) => (count === 1 ? '1 lead nuevo' : `${count} leads nuevos`),
  arrived: (nombre: string) => `Nueva consulta de ${nombre}`,
  filters: {
    title: 'Filtros',
    searchHint: 'Nombre, email, teléfono o mensaje',
    newest: 'Más recientes',
    /** Orders offered by columns. */
    orders: { antiguos: 'Más antiguos', mas_notas: 'Más notas', menos_notas: 'Menos notas' },
    anyTime: 'Da igual',
    daysSwapped: 'El primer día es después del último.',
    all: 'Todos',
    more: 'Más filtros',
    days: (days: string) => (days === '1' ? '1 día' : `${days} días`),
    clear: 'Quitar filtros',
    /** Closes the filters in a small window. */
    show: (count: number | null) => (count === null ? 'Ver leads' : `Ver ${howMany(count)}`),
    /** A chip's accessible name: its action and its content. */
    remove: 'Quitar filtro',
  },
  waitingFor: (time: string) => `hace ${time}`,
  /** Why a lead is on a list of the day. */
  day: {
    wrote: (time: string) => `escribió hace ${time}`,
    uncontacted: (time: string) => `sin contactar hace ${time}`,
    ownToday: 'quedaste en llamar hoy',
    /** Of a colleague's lead. */
    today: 'para hoy',
    at: (hour: string) => ` a las ${hour}`,
    overdue: (days: number) => `vencido hace ${days === 1 ? '1 día' : `${days} días`}`,
  },
  row: {
    choose: (nombre: string) => `Elegir ${nombre}`,
    /** Several from one person. */
    enquiries: (count: number) => `${count} consultas`,
    quoted: (words: string) => ` · «${words}»`,
    chooseAll: 'Elegir todos',
    notes: (nombre: string, count: number) => `Notas de ${nombre} (${count})`,
    remove: (nombre: string) => `Eliminar lead ${nombre}`,
    whatsapp: (nombre: string) => `Abrir WhatsApp de ${nombre}`,
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
  sources: { landing: 'Sitio web', crm_manual: 'Cargado a mano', api: 'API', whatsapp: 'WhatsApp' } as Record<
    string,
    string
  >,
  openWhatsapp: 'Abrir WhatsApp',
  removal: {
    title: 'Eliminar lead',
    text: (nombre: string) => `¿Eliminar a ${nombre}? Vas a poder recuperarlo de la papelera durante 30 días.`,
    confirm: 'Eliminar',
    confirming: 'Eliminando...',
  },
  /** A contact attempt, and the question whether it reached the lead. */
  attempt: {
    /** `when` is 'hace 2 min'. */
    opened: {
      whatsapp: (when: string) => `WhatsApp abierto ${when}`,
      call: (when: string) => `Llamada iniciada ${when}`,
      email: (when: string) => `Email abierto ${when}`,
    },
    justNow: 'recién',
    outcomes: { answered: 'Atendió', no_answer: 'No atendió', message: 'Dejé mensaje' },
    failed: 'No se anotó que lo abriste',
  },
  moreActions: 'Más acciones',
  trash: 'Papelera',
  /** Starts selecting on a phone. */
  pick: 'Elegir',
  setAsideNow: (count: number) => `Consultas apartadas (${count})`,
  changeStatusTo: 'Cambiar estado a:',
  /** For a lost lead that is due again. */
  lostBecause: (reason: string) => `Se perdió: ${reason}`,
  views: {
    title: 'Vistas',
    /** Those without a chip on a phone. */
    more: 'Más vistas',
    save: 'Guardar vista',
    arrange: 'Ordenar vistas',
    todos: 'Todos',
    mi_dia: 'Mi día',
    esperan_respuesta: 'Esperan respuesta',
    mios: 'Míos',
    hoy: 'Para hoy',
    vencidos: 'Vencidos',
    proximos: 'Próximos',
    dia: 'Del día',
    sin_dueno: 'Sin responsable',
    sin_contactar: 'Sin contactar',
    duplicados: 'Posibles duplicados',
  },
  nextContact: {
    title: 'Próximo contacto',
    /** A row's button, including when. */
    plan: (nombre: string) => `Agendar a ${nombre}`,
    planned: (nombre: string, when: string) => `Agenda de ${nombre}: ${when}`,
    overdue: (when: string) => `venció ${when}`,
    saved: (when: string) => `Próximo contacto: ${when}`,
    clearedToo: 'sin próximo contacto',
    days: ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb'],
    today: 'hoy',
    tomorrowShort: 'mañana',
    tomorrowInRow: 'mañ.',
    yesterday: 'ayer',
  },
  owner: {
    title: 'Responsable',
    nobody: 'Sin responsable',
    gone: 'alguien que ya no está',
    taken: (nombre: string) => `Ahora sos responsable de ${nombre}`,
    /** Short: a phone has one line for it. */
    takenToo: 'ahora es tuyo',
  },
  plan: {
    title: 'Plan de interés',
    /** Of a lead that is won. */
    sold: 'Plan contratado',
    soldAs: (plan: string) => `Plan contratado: ${plan}`,
    monthly: (price: number) => `USD ${describeNumber(price)} por mes`,
  },
  toasts: {
    loadFailed: 'Error al cargar los leads',
    statusChanged: 'Estado actualizado correctamente',
    moved: (nombre: string, estado: string) => `${nombre} pasó a ${estado}`,
    statusFailed: 'Error al actualizar el estado',
    conflict: 'Otra persona lo cambió mientras tanto',
    undone: 'Deshecho',
    undoFailed: 'Error al deshacer',
  },
} as const;
