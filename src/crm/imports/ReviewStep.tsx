import type { DuplicateChoice, ImportCheck, ImportDraft } from '~/shared/imports/import';
import { describeNumber } from '~/shared/number';
import { importStrings as strings } from '~/shared/strings/imports';
import { Button } from '../ui/Button';
import { Table, TableCell, TableRow } from '../ui/Table';
import { Figures } from './Figures';
import { Problem } from './Problem';

const REASON_COLUMNS = [
  { key: 'rows', title: strings.rowsTitle },
  { key: 'field', title: strings.fieldTitle },
  { key: 'reason', title: strings.why },
];
const PROBLEM_COLUMNS = [
  { key: 'row', title: strings.row },
  { key: 'field', title: strings.fieldTitle },
  { key: 'reason', title: strings.why },
];

/** What would become of the rows. Nothing has changed yet. */
export function ReviewStep({
  check,
  draft,
  duplicates,
  busy,
  problem,
  onBack,
  onRun,
}: {
  check: ImportCheck;
  draft: ImportDraft;
  duplicates: DuplicateChoice;
  busy: string | null;
  problem: string | null;
  onBack: () => void;
  onRun: () => void;
}) {
  const taken = check.new + (duplicates === 'skip' ? 0 : check.duplicates);
  return (
    <>
      <div className="grid gap-1">
        <p className="font-medium wrap-anywhere">{strings.columnsTitle(draft.name, check.rows)}</p>
        <p className="text-ink-soft">{strings.checked}</p>
      </div>
      <Figures
        figures={[
          { count: check.new, text: strings.isNew, tone: 'good' },
          { count: check.duplicates, text: strings.isDuplicate[duplicates] },
          { count: check.invalid, text: strings.isInvalid, tone: 'bad' },
        ]}
      />
      {check.invalid > 0 ? (
        <div className="grid gap-3">
          <h3 className="text-lg font-semibold">{strings.reasons}</h3>
          <p className="text-sm text-ink-soft">{strings.rejectedLater}</p>
          <Table label={strings.reasons} columns={REASON_COLUMNS}>
            {check.reasons.map(({ field, reason, rows }) => (
              <TableRow key={`${field} ${reason}`}>
                <TableCell className="tabular-nums">{strings.inRows(rows)}</TableCell>
                <TableCell>{nameOf(field)}</TableCell>
                <TableCell className="wrap-anywhere max-lg:col-span-2">{reason}</TableCell>
              </TableRow>
            ))}
          </Table>
          <details>
            <summary className="w-fit cursor-pointer py-1 font-medium text-petrol">
              {strings.problems(check.problems.length, check.invalid)}
            </summary>
            <div className="mt-2">
              <Table label={strings.cells} columns={PROBLEM_COLUMNS}>
                {check.problems.map(({ row, field, reason }) => (
                  <TableRow key={`${row} ${field}`}>
                    <TableCell className="tabular-nums">
                      {strings.row} {describeNumber(row)}
                    </TableCell>
                    <TableCell>{nameOf(field)}</TableCell>
                    <TableCell className="wrap-anywhere max-lg:col-span-2">{reason}</TableCell>
                  </TableRow>
                ))}
              </Table>
            </div>
          </details>
        </div>
      ) : (
        <p className="text-ink-soft">{strings.noProblems}</p>
      )}
      {taken === 0 && <p className="font-medium">{strings.runNothing}</p>}
      <Problem text={problem} />
      <div className="flex flex-wrap gap-2 max-sm:grid">
        {taken > 0 && (
          <Button look="primary" busyLabel={busy ?? undefined} onClick={onRun}>
            {strings.run(taken)}
          </Button>
        )}
        <Button onClick={onBack}>{strings.backToColumns}</Button>
      </div>
    </>
  );
}

function nameOf(field: string): string {
  const names: Record<string, string> = strings.fields;
  return names[field] ?? strings.rowItself;
}
