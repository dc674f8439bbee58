import { describeNumber } from '~/shared/counts';

/** A person's data in the lead, for administrators. */
export const personStrings = {
  title: 'Datos de la persona',
  download: 'Descargar todo (JSON)',
  fileName: (id: number) => `persona-lead-${id}.json`,
  erase: 'Borrar todos sus datos',
} as const;

/** Texts about a won lead's agency. */
export const leadCompanyStrings = {
  title: 'Inmobiliaria',
  create: 'Crear inmobiliaria',
  hint: 'Con sus datos y su coordinador ya completos.',
} as const;

const months = (count: number) => (count === 1 ? 'un mes' : `${count} meses`);

/** Anonymising people after long inactivity. */
export const retentionStrings = {
  /** Replaces a person's name and email. */
  name: 'Persona anonimizada',
  email: (id: number) => `lead-${id}@anonimizado.invalid`,
  title: 'Datos que se van a borrar',
  foreseen: (total: number, days: number, after: number) =>
    total === 0
      ? `En los próximos ${days} días no se anonimiza ningún lead perdido. Se borran los datos de la persona ${months(after)} después de lo último que pasó.`
      : `En los próximos ${days} días se ${total === 1 ? 'anonimiza 1 lead perdido' : `anonimizan ${describeNumber(total)} leads perdidos`}, a ${months(after)} de lo último que pasó. Sigue contado lo que pasó con ellos; los datos de la persona se borran y no se recuperan.`,
  see: 'Ver los perdidos sin actividad desde entonces',
  keep: 'Si alguno vuelve a estar en juego, cambiale el estado o anotá algo antes.',
} as const;
