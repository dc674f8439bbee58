export const EXPORT_FORMATS = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** What an export has: the leads, their notes, and what happened with them. A workbook has all of it, a CSV file one part. */
export const EXPORT_PARTS = ['leads', 'notes', 'history'] as const;
export type ExportPart = (typeof EXPORT_PARTS)[number];
