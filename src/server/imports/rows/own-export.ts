import type { ImportMapping } from '~/shared/imports/import';
import { leadStrings } from '~/shared/strings/leads';
import { readBack } from '../../csv';
import { EXPORT_COLUMNS, shownColumns } from '../../leads/export/columns';

/** An export of our own: its cells say what a lead has, and nothing about them has to be guessed. */
export type OwnExport = {
  mapping: ImportMapping;
  /** For people. */
  heads: string[];
  read: (cell: string) => string;
};

const FORMS = [
  { columns: EXPORT_COLUMNS.leads, headOf: 'name', read: readBack },
  { columns: shownColumns('leads'), headOf: 'head', read: (cell: string) => cell },
] as const;

/** Whether a file is an export of the leads as it was made, with or without further columns behind its own. */
export function findOwnExport(heads: readonly string[]): OwnExport | null {
  const form = FORMS.find(({ columns, headOf }) =>
    columns.every((column, at) => column[headOf] === heads[at]),
  );
  if (!form) return null;
  const { columns, read } = form;
  return {
    mapping: heads.map((_, at) => columns[at]?.takes ?? null),
    heads: columns.map(({ head, name }) => head ?? name),
    read,
  };
}

/** A lead's source, of which a workbook writes our own names in words. */
export function readOwnSource(text: string): string {
  return Object.entries(leadStrings.sources).find(([, word]) => word === text)?.[0] ?? text;
}
