import { describeNumber } from '~/shared/number';

/** The export of the list, and the way to the import. */
export const exportStrings = {
  import: 'Importar',
  open: 'Exportar',
  what: (total: number) =>
    total === 1
      ? 'El lead de esta lista'
      : `Los ${describeNumber(total)} leads de esta lista, con sus filtros y en su orden`,
  excel: 'Para Excel en español',
  excelHint: 'Columnas separadas por punto y coma, fechas de tu zona',
  plain: 'CSV estándar',
  plainHint: 'Columnas separadas por coma, fechas ISO en UTC: para otros programas',
  fileName: 'leads',
  columns: {
    id: 'Número',
    last_activity_at: 'Última actividad',
    notes_count: 'Notas',
    company_name: 'Inmobiliaria',
  },
} as const;
