import type { ImportMapping } from '~/shared/imports/import';
import { importStrings } from '~/shared/strings/imports';
import { leadStrings } from '~/shared/strings/leads';
import { unescapeCell } from '../../csv-writer';
import { EXPORT_COLUMNS, shownColumns } from '../../leads/export/columns';
import { unmarkText } from '../rows/cells';

/** Our own export: its cells are exact, so nothing is guessed. */
type OwnExport = {
  mapping: ImportMapping;
  /** Heads for people. */
  heads: string[];
  read: (cell: string) => string;
};

const FORMS = [
  { columns: EXPORT_COLUMNS.leads, headOf: 'name', read: unescapeCell },
  { columns: shownColumns('leads'), headOf: 'head', read: unmarkText },
] as const;

/** Whether a file is our export of leads, possibly with further columns behind its own. */
export function findOwnExport(heads: readonly string[]): OwnExport | null {
  const form = FORMS.find(({ columns, headOf }) => columns.every((column, at) => column[headOf] === heads[at]));
  if (!form) return null;
  const { columns, read } = form;
  return {
    // What somebody added beside our columns is theirs to keep.
    mapping: heads.map((head, at) => {
      const isAdded = at >= columns.length && head !== importStrings.reason;
      return isAdded ? 'nota' : (columns[at]?.importsAs ?? null);
    }),
    heads: columns.map(({ head, name }) => head ?? name),
    read,
  };
}

/** A lead's source, which a workbook writes by its label. */
export function readOwnSource(text: string): string {
  return Object.entries(leadStrings.sources).find(([, word]) => word === text)?.[0] ?? text;
}
