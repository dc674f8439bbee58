import { useEffect, useState } from 'react';
import type { ImportProgress } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { ApiError, showFailure } from '../api-client';
import { Button, buttonClass } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { LocalTime } from '../ui/LocalTime';
import { useConfirm } from '../ui/useConfirm';
import { fetchImport, undoImport } from './import-api';
import { Figures, StepError } from './parts';

const POLL_MS = 700;

/** An import's progress, and what can be done with it afterwards. */
export function RunStep({ start, onLeave }: { start: ImportProgress; onLeave: () => void }) {
  const { progress, isMoving, isLost, show } = useProgress(start);
  const { ask, dialog } = useConfirm();
  const { id, name, state, done, total, source, kept_until, fault } = progress;
  const { created, updated, joined, removed, restored, kept } = progress;
  const isUndone = state === 'undoing' || state === 'undone';

  async function undo() {
    try {
      show(await undoImport(id));
    } catch (error) {
      showFailure(error, strings.undoFailed);
    }
  }

  const counts = isUndone
    ? (['removed', 'restored', 'kept'] as const)
    : (['created', 'updated', 'joined', 'skipped', 'rejected'] as const);
  const figures = counts
    .filter((count, index) => index === 0 || progress[count] > 0)
    .map((count) => ({
      count: progress[count],
      text: strings.counts[count],
      ...(count === 'created' && { tone: 'good' as const }),
      ...(count === 'rejected' && { tone: 'bad' as const }),
    }));
  return (
    <>
      <div className="grid gap-2">
        <p className="flex flex-wrap justify-between gap-x-4 font-medium">
          <span className="wrap-anywhere">
            {strings.states[state]}: {name}
          </span>
          {!isUndone && <span className="text-ink-soft tabular-nums">{strings.progress(done, total)}</span>}
        </p>
        <progress
          aria-label={strings.states[state]}
          max={Math.max(1, isUndone ? created + updated + joined : total)}
          value={isUndone ? removed + restored + kept : done}
          className="h-2.5 w-full appearance-none overflow-hidden rounded-full border-0 bg-sand [&::-moz-progress-bar]:bg-petrol [&::-webkit-progress-bar]:bg-sand [&::-webkit-progress-value]:bg-petrol forced-colors:appearance-auto"
        />
        {isMoving && <p className="text-sm text-ink-soft">{strings.goesOn}</p>}
        <p role="status" className="sr-only">
          {isMoving ? '' : strings.states[state]}
        </p>
      </div>
      <Figures figures={figures} />
      <StepError text={fault ?? (isLost ? strings.progressFailed : null)} />
      <div className="flex flex-wrap gap-2 max-sm:grid">
        {(state === 'done' || state === 'failed') && source !== null && (
          <a href={`/panel?${new URLSearchParams({ source })}`} className={buttonClass({ look: 'primary' })}>
            {strings.seeLeads}
          </a>
        )}
        {(['rejected', 'skipped'] as const).map(
          (outcome) =>
            !isMoving &&
            progress[outcome] > 0 &&
            kept_until !== null && (
              <a key={outcome} href={`/api/imports/${id}/${outcome}.csv`} download data-proof className={buttonClass()}>
                <Icon name="download" />
                {strings[outcome](progress[outcome])}
              </a>
            ),
        )}
        {!isUndone && kept_until !== null && (
          <Button
            onClick={() =>
              ask({ title: strings.undoTitle(name), text: strings.undoText, confirm: strings.undoConfirm }, undo)
            }
          >
            <Icon name="undo" />
            {strings.undo}
          </Button>
        )}
        <Button look="ghost" onClick={onLeave}>
          {strings.importAnother}
        </Button>
      </div>
      {!isUndone && kept_until !== null && (
        <p className="text-sm text-ink-soft">
          {strings.keptUntil} <LocalTime at={kept_until} parts="date" />.
        </p>
      )}
      {dialog}
    </>
  );
}

/** An import's progress, polled until it rests. `isLost`: the last read failed. */
function useProgress(start: ImportProgress) {
  const [read, setRead] = useState({ progress: start, isLost: false });
  const { id, state } = read.progress;
  const isMoving = state === 'running' || state === 'undoing';
  useEffect(() => {
    if (!isMoving) return;
    const abort = new AbortController();
    const timer = setTimeout(async () => {
      const next = await fetchImport(id, abort.signal).then(
        (progress) => ({ progress, isLost: false }),
        (error) => ({ ...read, isLost: error instanceof ApiError }),
      );
      if (!abort.signal.aborted) setRead(next);
    }, POLL_MS);
    return () => {
      abort.abort();
      clearTimeout(timer);
    };
  }, [read, id, isMoving]);
  return { ...read, isMoving, show: (progress: ImportProgress) => setRead({ progress, isLost: false }) };
}
