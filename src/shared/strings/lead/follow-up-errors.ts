/** Why the server refuses a lead's owner, next contact, plan or lost reason. Kept out of screens' first load. */
export const followUpErrors = {
  dayInvalid: { es: 'Fecha: escribí un día que exista, por ejemplo 2026-11-30.', en: 'must be a real day, YYYY-MM-DD' },
  zoneInvalid: { es: 'Esa zona horaria no existe.', en: 'must be an IANA time zone' },
  agendaOrder: {
    es: 'La agenda va siempre por fecha de próximo contacto: quitá el otro orden.',
    en: 'cannot be combined with agenda',
  },
  ownerInvalid: {
    es: 'Responsable: elegí a alguien activo del equipo.',
    en: 'must be an active member of the staff: see GET /api/staff',
  },
  nextContactInvalid: {
    es: 'Próximo contacto: escribí un día que exista, por ejemplo 2026-11-30.',
    en: 'must be a real day, YYYY-MM-DD',
  },
  nextContactHourInvalid: { es: 'Hora: escribila como 09:30.', en: 'must be an hour, HH:MM' },
  nextContactHourAlone: { es: 'Hora: elegí también el día del próximo contacto.', en: 'needs next_contact_on' },
  planInvalid: { es: 'Plan de interés: elegí uno de la lista.', en: 'must be the id of a plan' },
  billingInvalid: 'Pago: elegí anual o mensual.',
  billingAlone: { es: 'Pago: elegí también el plan.', en: 'needs plan' },
  lostReasonInvalid: 'Motivo: elegí uno de la lista.',
  lostReasonOnlyLost: { es: 'Motivo: solo lo tiene un lead perdido.', en: 'needs estado "perdido"' },
  idleInvalid: { es: 'Los días sin actividad son un número del 1 al 999.', en: 'must be a number of days, 1 to 999' },
} as const;
