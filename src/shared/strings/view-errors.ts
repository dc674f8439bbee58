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
