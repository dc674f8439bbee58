export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Leads, notes and history. A workbook has them all, a CSV file one. */
export const EXPORT_PARTS = ['leads', 'notes', 'history'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];
