import { leadStrings } from './leads';

export const trashStrings = {
  title: leadStrings.trash,
  text: 'Los leads eliminados se guardan 30 días; después se borran para siempre, con sus notas.',
  empty: 'La papelera está vacía.',
  deletedOn: 'Eliminado',
  purgedOn: 'Se borra',
  restore: 'Recuperar',
  restoring: 'Recuperando...',
  restoreOf: (nombre: string) => `Recuperar lead ${nombre}`,
  back: 'Volver al panel',
} as const;
