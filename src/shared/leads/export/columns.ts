/** A lead's own columns, by the names of the API: what every export for programs begins with. */
export const LEAD_COLUMNS = [
  'id',
  'nombre',
  'email',
  'whatsapp',
  'pais',
  'estado',
  'client_type',
  'source',
  'empresa',
  'mensaje',
  'created_at',
  'first_contacted_at',
  'notes_count',
] as const;
