const several = (names: readonly string[]) =>
  names.length > 2 ? `${names[0]} y ${names.length - 1} más` : names.join(' y ');

/** Colleagues active in an open lead. */
export const peopleStrings = {
  open: (names: readonly string[]) =>
    `${several(names)} ${names.length === 1 ? 'lo tiene abierto' : 'lo tienen abierto'}`,
  writing: (names: readonly string[]) =>
    `${several(names)} ${names.length === 1 ? 'está' : 'están'} escribiendo una nota`,
  /** Beside a colleague's fresh change. */
  justNow: (name: string) => `${name}, recién`,
  /** The same for screen readers, once for all changes. */
  changed: (name: string, fields: readonly string[]) => `${name} cambió ${fields.join(', ')}`,
  /** Before taking a colleague's lead. */
  takeOver: {
    title: (name: string) => `Lo tiene ${name}. ¿Tomarlo igual?`,
    text: (nombre: string, name: string) =>
      `${nombre} pasa a estar a tu cargo, y su historia dice que se lo tomaste a ${name}.`,
    confirm: 'Tomar igual',
  },
  /** Changes of owner in a lead's history, after the author's name. */
  handover: {
    /** For a deleted account. */
    somebody: 'alguien',
    took: 'lo tomó',
    tookFrom: (name: string) => `lo tomó de ${name}`,
    gave: (name: string) => `se lo pasó a ${name}`,
    moved: (from: string, to: string) => `lo pasó de ${from} a ${to}`,
    /** Assigned by rotation. */
    fell: (name: string) => `le tocó a ${name}`,
    gaveBack: 'lo dejó sin responsable',
    tookAway: (name: string) => `lo dejó sin responsable: lo tenía ${name}`,
  },
} as const;
