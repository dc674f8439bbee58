/** What a lead's history says. */
export const timelineStrings = {
  title: 'Historial',
  kinds: 'Qué se muestra',
  all: 'Todo',
  notes: 'Notas',
  contacts: 'Contactos',
  changes: 'Cambios',
  more: 'Ver anteriores',
  failed: 'Error al cargar el historial',
  /** Of each kind, where there is nothing; a whole history is never empty. */
  none: {
    notes: 'Todavía no hay notas.',
    contacts: 'Todavía no hay llamadas, mensajes ni emails.',
    changes: 'Todavía no hay cambios.',
  },
  visitor: 'El sitio web',
  /** Where nobody gave a lead to its owner: it was their turn. */
  byTurn: 'Por turno',
  /** Of whom only the id is left. */
  somebody: 'alguien',
  someone: 'Alguien que ya no está',
  created: 'creó el lead',
  received: 'recibió la consulta',
  changed: (field: string, from: string, to: string) => `cambió ${field}: ${from} → ${to}`,
  note_added: 'añadió una nota',
  note_edited: 'editó una nota',
  note_deleted: 'eliminó una nota',
  note_restored: 'recuperó una nota',
  whatsapp_opened: 'WhatsApp abierto',
  call_started: 'Llamada iniciada',
  email_opened: 'Email abierto',
  contact_confirmed: 'Contacto confirmado',
  contact_denied: 'Todavía sin contacto',
  /** With its name. */
  company_made: 'creó la inmobiliaria',
  joined: 'unió la consulta de',
  separated: 'separó la consulta de',
  /** Who did what nobody did. */
  byItself: 'El CRM',
  anonymised: 'borró los datos de la persona, porque pasó su tiempo',
  consent: (text: string) => `Lo que decía el formulario: «${text}»`,
  /** Whom the CRM told that nobody had touched it. */
  told: {
    insist: (people: string) => `avisó otra vez, porque nadie lo atendía, a ${people}`,
    alarm: (people: string) => `avisó a administración, porque nadie lo atendía: ${people}`,
    others: (count: number) => (count === 1 ? 'y 1 persona más' : `y ${count} personas más`),
  },
  /** In the place of its name, where that lead was erased. */
  erased: 'alguien que ya no está',
  deleted: 'eliminó el lead',
  restored: 'recuperó el lead',
} as const;
