import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import type { DateOrder, ImportCheck, ImportChoices, ImportDraft } from '~/shared/imports/import';
import { panelPath } from '~/shared/leads/filter-params';
import { importStrings as strings } from '~/shared/strings/imports';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { Disclosure } from '../ui/Disclosure';
import { Table, TableCell, TableRow } from '../ui/Table';
import { Preview } from './Preview';
import { Figures, Notice, StepError } from './parts';

const ORDERS: DateOrder[] = ['day', 'month'];
/** Of those who share something more are folded. */
const SHOWN_AT_ONCE = 5;

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

export function ReviewStep({ check, draft, choices, busy, problem, onDates, onBack, onRun }: Props) {
  const { rows, updated, joined, skipped, invalid, dates } = check;
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
      <div className="grid gap-2 empty:hidden lg:grid-cols-2">
        {dates.ambiguous > 0 && <DatesNotice dates={dates} asked={busy ? choices.dates : null} onChoose={onDates} />}
        {dates.unread.map(({ field, rows, shown }) => (
          <Notice key={field} title={strings.unread(rows, field)}>
            <RowsShown summary={strings.rowsShown(shown.length, rows)} rows={shown} />
          </Notice>
        ))}
        {literal.rows > 0 && (
          <Notice title={strings.strayQuotes(literal.rows)}>
            <p className="text-sm wrap-anywhere">
              {strings.strayQuotesText} {strings.strayQuotesRows(literal.first, literal.rows)}.
            </p>
          </Notice>
        )}
        {check.no_link > 0 && (
          <Notice title={strings.noLink(check.no_link)}>
            {choices.pais === null && <p className="text-sm">{strings.noLinkHint}</p>}
            <RowsShown
              summary={strings.rowsShown(check.no_link_rows.length, check.no_link)}
              rows={check.no_link_rows}
            />
          </Notice>
        )}
      </div>
      {check.preview.length > 0 && <Preview leads={check.preview} />}
      {check.possible > 0 && (
        <Notice title={strings.pairs(check.possible)}>
          <p className="text-sm">{strings.pairsText}</p>
          <RowsShown
            summary={check.possible > SHOWN_AT_ONCE && strings.pairsShown(check.pairs.length, check.possible)}
            rows={check.pairs.map((pair) => ({ row: pair.row, text: <Pair {...pair} /> }))}
          />
        </Notice>
      )}
      {skipped > 0 && (
        <section className="grid gap-2">
          <RowReasons
            summary={strings.skips(check.skips.length, skipped)}
            label={strings.skipsTable}
            what={leadStrings.columns.nombre}
            rows={check.skips.map(({ nombre, ...skip }) => ({ ...skip, what: nombre }))}
          />
          {taken > 0 && <p className="text-sm text-ink-soft">{strings.skippedLater}</p>}
        </section>
      )}
      {invalid > 0 && (
        <section className="grid gap-2">
          <h3 className="card-title">{strings.reasons}</h3>
          <ul className="grid gap-1">
            {check.reasons.map(({ field, reason, rows }) => (
              <li key={`${field} ${reason}`} className="wrap-anywhere">
                <strong className="font-semibold tabular-nums">{strings.inRows(rows)}</strong> · {nameOf(field)}:{' '}
                {reason}
              </li>
            ))}
          </ul>
          <RowReasons
            summary={strings.problems(check.problems.length, invalid)}
            label={strings.problemsTable}
            what={strings.fieldTitle}
            rows={check.problems.map(({ field, ...problem }) => ({ ...problem, what: nameOf(field) }))}
          />
          <p className="text-sm text-ink-soft">{strings.rejectedLater}</p>
        </section>
      )}
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

const nameOf = (field: string): string => (strings.fields as Record<string, string>)[field] ?? strings.rowItself;

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

type RowReasonsProps = {
  summary: string;
  label: string;
  /** What a row is told by: a field, or a name. */
  what: string;
  rows: { row: number; what: string; reason: string }[];
};

function RowReasons({ summary, label, what, rows }: RowReasonsProps) {
  const columns = [
    { key: 'row', title: strings.row },
    { key: 'what', title: what },
    { key: 'reason', title: strings.why },
  ];
  return (
    <Disclosure summary={summary}>
      <Table label={label} columns={columns}>
        {rows.map(({ row, what, reason }) => (
          <TableRow key={`${row} ${what}`}>
            <TableCell className="tabular-nums">
              {strings.row} {describeNumber(row)}
            </TableCell>
            <TableCell className="wrap-anywhere">{what}</TableCell>
            <TableCell className="wrap-anywhere max-lg:col-span-2">{reason}</TableCell>
          </TableRow>
        ))}
      </Table>
    </Disclosure>
  );
}

/** Rows, each with what is to be said of it, folded behind a summary if there is one. */
function RowsShown({ summary, rows }: { summary?: string | false; rows: { row: number; text: ReactNode }[] }) {
  return summary ? (
    <Disclosure summary={summary}>
      <RowsShown rows={rows} />
    </Disclosure>
  ) : (
    <ul className="mt-1 grid gap-1 text-sm">
      {rows.map(({ row, text }) => (
        <li key={row} className="wrap-anywhere tabular-nums">
          {strings.row} {describeNumber(row)}: {text}
        </li>
      ))}
    </ul>
  );
}

/** Who shares an email or a number with somebody of another name. */
function Pair({ nombre, shared, lead_id, other_row, other }: ImportCheck['pairs'][number]) {
  return (
    <>
      <strong className="font-semibold">{nombre}</strong> {strings.sharedBy(shared)}{' '}
      {lead_id === null ? (
        `${other} ${other_row === null ? '' : strings.inRow(other_row)}`
      ) : (
        <a href={panelPath({}, lead_id)} target="_blank" rel="noreferrer" className="text-petrol underline">
          {other}
        </a>
      )}
    </>
  );
}
