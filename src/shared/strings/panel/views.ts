/** Texts of the saved views' dialogs. */
export const viewStrings = {
  submit: 'Guardar',
  submitting: 'Guardando...',
  name: 'Nombre',
  nameHint: 'Guarda los filtros y el orden, no los leads: la lista se mantiene al día.',
  shared: 'Compartir con el equipo',
  sharedHint: 'La ven todos; la cambian vos y los administradores.',
  saved: (name: string) => `Vista guardada: ${name}`,
  failed: 'Error al cambiar la vista',
  own: 'Tuyas',
  ofAll: 'Compartidas',
  none: 'No hay vistas guardadas.',
  nameOf: (name: string) => `Nombre de la vista ${name}`,
  by: (name: string) => `De ${name}`,
  up: (name: string) => `Subir ${name}`,
  down: (name: string) => `Bajar ${name}`,
  share: 'Compartir',
  unshare: 'No compartir',
  keepRest: 'Guardar sin lo que falta',
  remove: (name: string) => `Eliminar vista ${name}`,
  removeOwn: 'Los leads quedan como están.',
  removeShared: 'Deja de verla todo el equipo. Los leads quedan como están.',
  confirm: 'Eliminar',
} as const;

/** Why the server refuses a view, and what in a saved one is no longer valid. */
export const viewErrors = {
  nameRequired: 'Nombre: escribí uno para la vista.',
  nameLong: 'Nombre: hasta 40 caracteres.',
  nameTaken: (name: string) => `Nombre: ya hay una vista que se llama «${name}». Elegí otro.`,
  queryRequired: 'Elegí algún filtro antes de guardar la vista.',
  queryInvalid: 'Esos filtros no existen: armá la lista de nuevo y guardala.',
  nothingToChange: 'No hay nada para cambiar.',
  tooMany: (most: number) => `Ya tenés ${most} vistas: eliminá alguna antes de guardar otra.`,
  tooManyShared: (most: number) => `El equipo ya comparte ${most} vistas: hay que eliminar alguna antes.`,
  othersView: 'La compartió otra persona: la cambian ella o un administrador.',
  filtersGone: (names: string) =>
    `Esta vista usaba filtros que ya no existen (${names}). Se abre con los demás.`,
  ownerGone: (name: string) => `${name} ya no está en el equipo. La vista se abre con los demás filtros.`,
  someone: 'La persona que esta vista elegía',
} as const;
