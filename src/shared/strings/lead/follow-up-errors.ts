/** Why the server refuses a lead's owner, next contact, plan or lost reason. Kept out of screens' first load. */
export const followUpErrors = {
  dayInvalid: 'Fecha: escribí un día que exista, por ejemplo 2026-11-30.',
  zoneInvalid: 'Esa zona horaria no existe.',
  agendaOrder: 'La agenda va siempre por fecha de próximo contacto: quitá el otro orden.',
  ownerInvalid: 'Responsable: elegí a alguien activo del equipo.',
  nextContactInvalid: 'Próximo contacto: escribí un día que exista, por ejemplo 2026-11-30.',
  nextContactHourInvalid: 'Hora: escribila como 09:30.',
  nextContactHourAlone: 'Hora: elegí también el día del próximo contacto.',
  planInvalid: 'Plan de interés: elegí uno de la lista.',
  billingInvalid: 'Pago: elegí anual o mensual.',
  billingAlone: 'Pago: elegí también el plan.',
  lostReasonInvalid: 'Motivo: elegí uno de la lista.',
  lostReasonOnlyLost: 'Motivo: solo lo tiene un lead perdido.',
  idleInvalid: 'Los días sin actividad son un número del 1 al 999.',
} as const;
