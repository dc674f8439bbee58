import { describeNumber } from '~/shared/counts';
import type { DateOrder, ImportCheck, ImportChoices, ImportDraft } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { Button } from '../ui/Button';
import { Disclosure } from '../ui/Disclosure';
import { Table, TableCell, TableRow } from '../ui/Table';
import { Pairs, Skips } from './Known';
import { Preview } from './Preview';
import { Figures, Notice, StepError } from './parts';

const COLUMNS = [
  { key: 'row', title: strings.row },
  { key: 'field', title: strings.fieldTitle },
  { key: 'reason', title: strings.why },
];
const ORDERS = ['day', 'month'] as const;

type Props = {
  check: ImportCheck;
  draft: ImportDraft;
  choices: ImportChoices;
  busy: string | null;
  problem: string | null;
  onDates: (order: DateOrder) => void;
  onBack: () => void;
  onRun: () => void;
};

/** What would become of the rows. Nothing has changed yet. */
export function ReviewStep({ check, draft, choices, busy, problem, onDates, onBack, onRun }: Props) {
  const { rows, updated, joined, skipped, invalid } = check;
  const taken = rows - skipped - invalid;
  const { literal } = draft.read_as;
  const figures = [
    { count: check.new, text: strings.outcomes.new, tone: 'good' as const },
    { count: updated, text: strings.outcomes.updated },
    { count: joined, text: strings.outcomes.joined },
    { count: choices.duplicates === 'create' ? check.duplicates : 0, text: strings.outcomes.created },
    { count: skipped, text: strings.outcomes.skipped },
    { count: invalid, text: strings.outcomes.invalid, tone: 'bad' as const },
  ];
  return (
    <>
      <p className="wrap-anywhere">
        <span className="font-medium">{strings.columnsTitle(draft.name, rows)}.</span>{' '}
        <span role="status" className="text-ink-soft">
          {busy ?? strings.checked}
        </span>
      </p>
      <Figures figures={figures.filter(({ count }, index) => index === 0 || count > 0)} />
      {(check.dates.ambiguous > 0 || check.dates.unread.length > 0 || check.no_link > 0 || literal.rows > 0) && (
        <div className="grid gap-2 lg:grid-cols-2">
          {check.dates.ambiguous > 0 && (
            <DatesNotice dates={check.dates} asked={busy ? choices.dates : null} onChoose={onDates} />
          )}
          {check.dates.unread.map(({ field, rows, shown }) => (
            <Notice key={field} title={strings.unread(rows, field)}>
              <RowsShown rows={shown} all={rows} />
            </Notice>
          ))}
          {literal.rows > 0 && (
            <Notice title={strings.strayQuotes(literal.rows)}>
              <p className="text-sm wrap-anywhere">
                {strings.strayQuotesText}{' '}
                {strings.strayQuotesRows(
                  literal.first.length,
                  literal.rows,
                  literal.first.map(describeNumber).join(', '),
                )}
                .
              </p>
            </Notice>
          )}
          {check.no_link > 0 && <NoLinkNotice check={check} hasCountry={choices.pais !== null} />}
        </div>
      )}
      {check.preview.length > 0 && <Preview leads={check.preview} />}
      {check.possible > 0 && <Pairs check={check} />}
      {skipped > 0 && <Skips check={check} isTaken={taken > 0} />}
      {invalid > 0 && <Faults check={check} />}
      {taken === 0 && <p className="font-medium">{strings.runNothing}</p>}
      <StepError text={problem} />
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

/** Why rows cannot be imported, and which. */
function Faults({ check: { reasons, problems, invalid } }: { check: ImportCheck }) {
  return (
    <section className="grid gap-2">
      <h3 className="card-title">{strings.reasons}</h3>
      <ul className="grid gap-1">
        {reasons.map(({ field, reason, rows }) => (
          <li key={`${field} ${reason}`} className="wrap-anywhere">
            <strong className="font-semibold tabular-nums">{strings.inRows(rows)}</strong> · {nameOf(field)}: {reason}
          </li>
        ))}
      </ul>
      <Disclosure summary={strings.problems(problems.length, invalid)}>
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
      </Disclosure>
      <p className="text-sm text-ink-soft">{strings.rejectedLater}</p>
    </section>
  );
}

function nameOf(field: string): string {
  const names: Record<string, string> = strings.fields;
  return names[field] ?? strings.rowItself;
}

type DatesNoticeProps = {
  dates: ImportCheck['dates'];
  asked: DateOrder | null;
  onChoose: (order: DateOrder) => void;
};

/** In which order ambiguous dates were read. `asked`: the order they are being re-read in. */
function DatesNotice({ dates, asked, onChoose }: DatesNoticeProps) {
  return (
    <Notice title={strings.ambiguous(dates.ambiguous)}>
      <fieldset className="flex flex-wrap gap-x-5">
        <legend className="sr-only">{strings.ambiguous(dates.ambiguous)}</legend>
        {ORDERS.map((order) => (
          <label key={order} className="flex items-center gap-2 py-1 pointer-coarse:py-2.5">
            <input
              type="radio"
              name="dates"
              checked={(asked ?? dates.order) === order}
              onChange={() => onChoose(order)}
              className="size-4 shrink-0 accent-petrol"
            />
            {strings.orders[order]}
          </label>
        ))}
      </fieldset>
      {dates.isProven && <p className="text-sm">{strings.proven}</p>}
    </Notice>
  );
}

/** Numbers that WhatsApp cannot reach. */
function NoLinkNotice({ check, hasCountry }: { check: ImportCheck; hasCountry: boolean }) {
  return (
    <Notice title={strings.noLink(check.no_link)}>
      {!hasCountry && <p className="text-sm">{strings.noLinkHint}</p>}
      <RowsShown rows={check.no_link_rows} all={check.no_link} />
    </Notice>
  );
}

function RowsShown({ rows, all }: { rows: { row: number; text: string }[]; all: number }) {
  return (
    <Disclosure summary={strings.rowsShown(rows.length, all)}>
      <ul className="text-sm">
        {rows.map(({ row, text }) => (
          <li key={row} className="wrap-anywhere tabular-nums">
            {strings.row} {describeNumber(row)}: {text}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
