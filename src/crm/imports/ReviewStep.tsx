import type { DateOrder, ImportCheck, ImportChoices, ImportDraft } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { Button } from '../ui/Button';
import { Faults } from './Faults';
import { Figures } from './Figures';
import { DatesNotice, NoLinkNotice } from './Notices';
import { Preview } from './Preview';
import { Problem } from './Problem';

/** What would become of the rows. Nothing has changed yet. */
export function ReviewStep({
  check,
  draft,
  choices,
  busy,
  problem,
  onDates,
  onBack,
  onRun,
}: {
  check: ImportCheck;
  draft: ImportDraft;
  choices: ImportChoices;
  busy: string | null;
  problem: string | null;
  onDates: (order: DateOrder) => void;
  onBack: () => void;
  onRun: () => void;
}) {
  const { rows, updated, joined, skipped, invalid } = check;
  const taken = rows - skipped - invalid;
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
      {(check.dates.ambiguous > 0 || check.no_link > 0) && (
        <div className="grid items-start gap-2 lg:grid-cols-2">
          {check.dates.ambiguous > 0 && (
            <DatesNotice dates={check.dates} asked={busy ? choices.dates : null} onChoose={onDates} />
          )}
          {check.no_link > 0 && <NoLinkNotice check={check} hasCountry={choices.pais !== null} />}
        </div>
      )}
      {check.preview.length > 0 && <Preview leads={check.preview} />}
      {invalid > 0 && <Faults check={check} />}
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
