import { describeNumber } from '~/shared/format';
import type { ImportCheck } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { Table, TableCell, TableRow } from '../ui/Table';
import { Fold } from './Fold';

const COLUMNS = [
  { key: 'row', title: strings.row },
  { key: 'field', title: strings.fieldTitle },
  { key: 'reason', title: strings.why },
];

/** Why rows cannot be imported, and which. */
export function Faults({ check: { reasons, problems, invalid } }: { check: ImportCheck }) {
  return (
    <section className="grid gap-2">
      <h3 className="text-lg font-semibold">{strings.reasons}</h3>
      <ul className="grid gap-1">
        {reasons.map(({ field, reason, rows }) => (
          <li key={`${field} ${reason}`} className="wrap-anywhere">
            <strong className="font-semibold tabular-nums">{strings.inRows(rows)}</strong> · {nameOf(field)}:{' '}
            {reason}
          </li>
        ))}
      </ul>
      <Fold summary={strings.problems(problems.length, invalid)}>
        <Table label={strings.cells} columns={COLUMNS}>
          {problems.map(({ row, field, reason }) => (
            <TableRow key={`${row} ${field}`}>
              <TableCell className="tabular-nums">
                {strings.row} {describeNumber(row)}
              </TableCell>
              <TableCell>{nameOf(field)}</TableCell>
              <TableCell className="wrap-anywhere max-lg:col-span-2">{reason}</TableCell>
            </TableRow>
          ))}
        </Table>
      </Fold>
      <p className="text-sm text-ink-soft">{strings.rejectedLater}</p>
    </section>
  );
}

function nameOf(field: string): string {
  const names: Record<string, string> = strings.fields;
  return names[field] ?? strings.rowItself;
}
