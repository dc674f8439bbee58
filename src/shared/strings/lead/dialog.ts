import { leadStrings } from '../leads';

/** Texts of an open lead. */
export const leadDialogStrings = {
  info: 'Información',
  more: 'Más datos',
  changeName: 'Cambiar',
  notContacted: 'Todavía no',
  contact: { whatsapp: 'WhatsApp', call: 'Llamar', email: 'Email' },
  otherMessage: 'Elegir mensaje',
  otherMessageFor: (nombre: string) => `Elegir mensaje para ${nombre}`,
  take: 'Tomar',
  /** Of a lead that a stranger's message made. */
  noEnquiry: 'No es una consulta',
  silenced: 'Ese número quedó silenciado',
  silenceFailed: 'Error al silenciar el número',
  /** For a deleted account. */
  someone: 'alguien',
  /** An owner who left. */
  left: (name: string) => `${name} (ya no está)`,
  notes: 'Notas',
  previous: 'Lead anterior',
  next: 'Lead siguiente',
  position: (index: number, total: number) => `${index} de ${total}`,
  gone: leadStrings.gone,
  goneBy: (name: string) => `Este lead ya no está: lo eliminó ${name}.`,
} as const;
