/** For a spreadsheet program set to a Spanish-speaking country, or for any other program. */
export const EXPORT_STYLES = ['excel', 'plain'] as const;
export type ExportStyle = (typeof EXPORT_STYLES)[number];
