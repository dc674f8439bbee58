export const leadFields = {
  nombre: 'Nombre',
  email: 'Email',
  whatsapp: 'WhatsApp',
  pais: 'País',
  estado: 'Estado',
  client_type: 'Tipo de cliente',
  empresa: 'Empresa',
  mensaje: 'Mensaje inicial',
  source: 'Origen',
  created_at: 'Fecha de creación',
  first_contacted_at: 'Primer contacto',
  won_at: 'Ganado el',
  owner_id: 'Responsable',
  next_contact_on: 'Próximo contacto',
  next_contact_at: 'Hora del próximo contacto',
  plan: 'Plan de interés',
  billing: 'Pago',
  lost_reason: 'Motivo',
} as const;

/** Stands in for an empty field. */
export const unset = 'Sin especificar';
