/** Why the server refuses a bulk change. */
export const bulkErrors = {
  ids: 'Leads: elegí entre 1 y 500.',
  target: 'Leads: indicá cuáles, o con qué filtros, pero no las dos cosas.',
  deletedAlone: 'Eliminar: va sin otros cambios.',
  keyMissing: 'Para cambiar todos los que coinciden hace falta la cabecera Idempotency-Key.',
  undoGone: 'Ese cambio ya no se puede deshacer.',
} as const;
