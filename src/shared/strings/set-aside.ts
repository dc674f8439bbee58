export const setAsideStrings = {
  title: 'Consultas apartadas',
  text: 'Llegaron por el formulario pero parecen automáticas. Aceptá las que sean de personas: pasan a la lista con la hora en que llegaron. Las demás se borran a los 90 días.',
  empty: 'No hay consultas apartadas.',
  reasons: {
    honeypot: 'Completó un campo que las personas no ven',
    rate: 'Llegaron demasiadas desde el mismo lugar',
    failure: 'Hubo un error al recibirla',
  },
  from: 'Desde',
  accept: 'Aceptar como lead',
  acceptOf: (nombre: string) => `Aceptar como lead la consulta de ${nombre}`,
  discard: 'Descartar',
  discardOf: (nombre: string) => `Descartar la consulta de ${nombre}`,
  outdated: 'Hay cambios en esta lista.',
  catchUp: 'Mostrarlos',
  discardAll: 'Descartar todas',
  discardingAll: 'Descartando...',
  nameless: 'Sin nombre',
  toasts: {
    accepted: 'Consulta aceptada como lead',
    discarded: 'Consulta descartada',
    discardedAll: (count: number) => (count === 1 ? 'Consulta descartada' : `${count} consultas descartadas`),
    enquiriesRestored: (count: number) =>
      count === 1 ? 'Consulta recuperada' : `${count} consultas recuperadas`,
    setAsideFailed: 'Error al guardar la decisión',
    setAsideLoadFailed: 'Error al cargar las consultas apartadas',
  },
} as const;
