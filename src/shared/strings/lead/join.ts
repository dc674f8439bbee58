/** Several enquiries of one person, and joining them. */
export const joinStrings = {
  title: 'Otras consultas de esta persona',
  join: 'Unir',
  joinWith: (nombre: string) => `Unir con la consulta de ${nombre}`,
  open: 'Abrir',
  openOf: (nombre: string) => `Abrir la consulta de ${nombre}`,
  joined: 'Consultas unidas a esta',
  joinedBy: (name: string | null) => (name ? `la unió ${name}` : 'unida'),
  separate: 'Separar',
  separateOf: (nombre: string) => `Separar la consulta de ${nombre}`,
  separated: 'Leads separados',
  separatedAs: 'Cada uno quedó como estaba.',
  separateFailed: 'Error al separar los leads',
  failed: 'Error al cargar las otras consultas',
  dialog: {
    title: 'Unir consultas',
    explain: 'Donde no coinciden, elegí qué queda. Lo que no elijas sigue en Notas.',
    agree: 'No se contradicen en nada: se completan una a la otra.',
    of: (nth: 'first' | 'last') => (nth === 'first' ? 'La primera' : 'La última'),
    brought: (notes: number) =>
      notes === 0
        ? 'Quedan en la primera, con la historia y los contactos de las dos.'
        : `Quedan en la primera, con ${notes === 1 ? 'la nota' : `las ${notes} notas`}, la historia y los contactos de las dos.`,
    kept: 'Durante 30 días se pueden separar.',
    submit: 'Unir',
    busy: 'Uniendo…',
    done: 'Leads unidos',
    failed: 'Error al unir los leads',
    loadFailed: 'Error al cargar las consultas',
    gone: 'Una de las dos ya no está, o alguien ya las unió.',
  },
  /** Shown while typing in somebody who exists: 'Ya está: Marta, Contactado, de Ana'. */
  known: (nombre: string, estado: string, owner: string) => `Ya está: ${nombre}, ${estado}, ${owner}`,
  of: (owner: string) => `de ${owner}`,
  nobodys: 'sin responsable',
  more: (count: number) => (count === 1 ? 'Y otra consulta más.' : `Y otras ${count} consultas más.`),
  createAnyway: 'Crear igual',
  goneInto: (nombre: string) => `Esta consulta se unió con la de ${nombre}.`,
} as const;
