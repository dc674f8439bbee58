/** A row as the file has it: the number that a spreadsheet shows for it, and with how many cells it was written. */
export type FileRow = { row: number; cells: string[]; width: number };

/** A file whose rows can be read. `sheets`: those of a workbook that are shown, by which `rows` are counted; none of a CSV. */
export type OpenFile = {
  delimiter: string;
  /** `first`: its first rows, as they are found where there are several sheets. */
  sheets: { name: string; first: FileRow[] }[];
  rows: (sheet: number) => AsyncGenerator<FileRow>;
  isCut: () => boolean;
};

/** The rows by which columns, and the sheet with the people, are recognised. */
export const LOOKED_AT = 200;
