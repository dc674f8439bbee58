export const timelineStrings = {
  more: 'Ver anteriores',
  visitor: 'El sitio web',
  byWhatsapp: 'WhatsApp',
  /** Assigned by rotation. */
  byTurn: 'Por turno',
  someone: 'Alguien que ya no está',
  created: 'creó el lead',
  received: 'recibió la consulta',
  changed: (field: string, from: string, to: string) => `cambió ${field}: ${from} → ${to}`,
  note_added: 'añadió una nota',
  note_edited: 'editó una nota',
  note_deleted: 'eliminó una nota',
  note_restored: 'recuperó una nota',
  whatsapp_opened: 'abrió WhatsApp',
  call_started: 'inició una llamada',
  call_ended: {
    answered: 'llamó: atendió',
    no_answer: 'llamó: no atendió',
    message: 'llamó: dejó un mensaje',
  },
  email_opened: 'abrió un email',
  contact_confirmed: 'confirmó el contacto',
  /** The person awaited an answer to what they wrote. */
  replied: 'anotó que ya respondió',
  disconnected: 'desconectó el número de WhatsApp: ya no espera respuesta',
  contact_denied: 'anotó que todavía no hubo contacto',
  contact_undone: 'deshizo lo que había anotado del contacto',
  message_received: 'escribió por WhatsApp',
  message_sent: 'respondió por WhatsApp',
  message_edited: 'avisó que se editó un mensaje',
  message_revoked: 'avisó que se eliminó un mensaje',
  number_reused: (former: string) =>
    `trajo este mensaje con otro nombre y desde el número de ${former}, que hacía mucho no escribía: puede ser otra persona. Si es la misma, uní los dos leads`,
  /** Followed by its name. */
  company_made: 'creó la inmobiliaria',
  company_deleted: 'eliminó la inmobiliaria',
  company_restored: 'recuperó la inmobiliaria',
  joined: 'unió la consulta de',
  separated: 'separó la consulta de',
  /** Author of automatic events. */
  byItself: 'El CRM',
  anonymised: 'borró los datos de la persona, porque pasó su tiempo',
  consent: (text: string) => `Lo que decía el formulario: «${text}»`,
  /** Reminders that nobody had touched the lead. */
  told: {
    insist: (people: string) => `avisó otra vez, porque nadie lo atendía, a ${people}`,
    alarm: (people: string) => `avisó a administración, porque nadie lo atendía: ${people}`,
    others: (count: number) => (count === 1 ? 'y 1 persona más' : `y ${count} personas más`),
  },
  /** Replaces the name of an erased lead. */
  erased: 'alguien que ya no está',
  deleted: 'eliminó el lead',
  silenced: 'marcó que no es una consulta: lo que escriba ese número no crea otra',
  restored: 'recuperó el lead',
} as const;
