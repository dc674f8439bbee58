import { describeNumber } from '~/shared/counts';
import { FIELD_LABELS } from '~/shared/leads/fields';

/** Exporting the list, and the way to the import. */
export const exportStrings = {
  import: 'Importar',
  open: 'Exportar',
  what: (total: number) => (total === 1 ? 'El lead de esta lista' : `Los ${describeNumber(total)} leads de esta lista`),
  formats: { xlsx: 'Excel (.xlsx)', csv: 'CSV' },
} as const;

/** Texts within the files. */
export const exportFile = {
  sheets: { leads: 'Leads', notes: 'Notas', history: 'Historia' },
  names: { leads: 'leads', notes: 'notas', history: 'historia' },
  columns: {
    ...FIELD_LABELS,
    id: 'Número',
    lost_reason: 'Motivo de pérdida',
    owner_email: 'Email del responsable',
    last_activity_at: 'Última actividad',
    company_name: 'Inmobiliaria',
    joined_messages: 'Consultas unidas',
    notes: 'Notas',
    at: 'Fecha',
    author: 'Autor',
    author_email: 'Email del autor',
    body: 'Nota',
    edited_at: 'Editada',
    actor: 'Quién',
    act: 'Qué hizo',
  },
} as const;
