/** What a lead's history says. */
export const timelineStrings = {
  title: 'Historial',
  kinds: 'Qué se muestra',
  all: 'Todo',
  notes: 'Notas',
  contacts: 'Contactos',
  changes: 'Cambios',
  more: 'Ver anteriores',
  /** Of each kind, where there is nothing; a whole history is never empty. */
  none: {
    notes: 'Todavía no hay notas.',
    contacts: 'Todavía no hay llamadas, mensajes ni emails.',
    changes: 'Todavía no hay cambios.',
  },
  visitor: 'El sitio web',
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
  deleted: 'eliminó el lead',
  restored: 'recuperó el lead',
} as const;
