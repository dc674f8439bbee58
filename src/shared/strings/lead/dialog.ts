import { leadStrings } from '../leads';

/** What an open lead says. */
export const leadDialogStrings = {
  info: 'Información',
  notes: 'Notas',
  timeline: 'Historial',
  previous: 'Lead anterior',
  next: 'Lead siguiente',
  position: (index: number, total: number) => `${index} de ${total}`,
  gone: leadStrings.gone,
  goneBy: (name: string) => `Este lead ya no está: lo eliminó ${name}.`,
} as const;
