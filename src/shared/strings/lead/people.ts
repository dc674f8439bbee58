const several = (names: readonly string[]) =>
  names.length > 2 ? `${names[0]} y ${names.length - 1} más` : names.join(' y ');

/** Who else is at work on an open lead. */
export const peopleStrings = {
  open: (names: readonly string[]) =>
    `${several(names)} ${names.length === 1 ? 'lo tiene abierto' : 'lo tienen abierto'}`,
  writing: (names: readonly string[]) =>
    `${several(names)} ${names.length === 1 ? 'está' : 'están'} escribiendo una nota`,
  /** Beside what a colleague has just changed. */
  justNow: (name: string) => `${name}, recién`,
  /** The same for readers, once for all of it. */
  changed: (name: string, fields: readonly string[]) => `${name} cambió ${fields.join(', ')}`,
  /** Before a colleague's lead is taken. */
  takeOver: {
    title: (name: string) => `Lo tiene ${name}. ¿Tomarlo igual?`,
    text: (nombre: string, name: string) =>
      `${nombre} pasa a estar a tu cargo, y su historia dice que se lo tomaste a ${name}.`,
    confirm: 'Tomar igual',
  },
  /** How a lead came to somebody, as its story says it, behind who did that. */
  handover: {
    /** Of whom only the id is left. */
    somebody: 'alguien',
    took: 'lo tomó',
    tookFrom: (name: string) => `lo tomó de ${name}`,
    gave: (name: string) => `se lo pasó a ${name}`,
    moved: (from: string, to: string) => `lo pasó de ${from} a ${to}`,
    /** Nobody gave it: it was their turn. */
    fell: (name: string) => `le tocó a ${name}`,
    gaveBack: 'lo dejó sin dueño',
    tookAway: (name: string) => `lo dejó sin dueño: lo tenía ${name}`,
  },
} as const;
