import { useRef } from 'react';
import type { Colleague } from '~/shared/accounts/member';
import type { BulkInput } from '~/shared/leads/bulk';
import type { LeadFilters } from '~/shared/leads/filters';
import { bulkStrings as strings } from '~/shared/strings/panel/bulk';
import { Button } from '../../ui/Button';
import { ConfirmDialog } from '../../ui/Dialog';
import { Icon } from '../../ui/Icon';
import { BulkActions } from './BulkActions';
import { LastActBar } from './LastActBar';
import { type BulkTarget, type Run, useBulkRun } from './useBulkRun';
import type { Chosen } from './useChosen';

type Props = {
  chosen: Chosen;
  /** Rows in sight, and leads that match. */
  rows: number;
  total: number;
  /** The list's filters as of now, and the last event it knows of. */
  filters: LeadFilters;
  asOf: number;
  staff: readonly Colleague[];
  userId: string;
  today: string;
  isRemoving: boolean;
  onRemoving: (isRemoving: boolean) => void;
  onOpen: (leadId: number) => void;
};

/** Actions on the chosen leads, at the list's lower edge; during one, its progress. */
export function BulkBar(props: Props) {
  const { chosen, rows, total, filters, asOf, staff, userId, today, isRemoving, onRemoving, onOpen } = props;
  const { run, change, stop, last, undoLast, forgetLast } = useBulkRun(userId);
  /** The target as of the question: the list may change while somebody reads it. */
  const target = useRef<BulkTarget>(undefined);
  const bar = useRef<HTMLDivElement>(null);
  const count = chosen.isAll ? total : chosen.ids.size;

  function targetNow(): BulkTarget {
    const whom = chosen.isAll ? { filter: filters } : { ids: [...chosen.ids] };
    return { ...whom, as_of: asOf, total: count };
  }

  async function work(target: BulkTarget, what: BulkInput['change'], say: (count: number) => string) {
    const isHere = bar.current?.contains(document.activeElement);
    const done = change(target, what, say);
    chosen.end();
    // The pressed button goes with the selection.
    if (isHere) focusHeading();
    await done;
  }

  if (run) return <BulkProgress run={run} onStop={stop} />;
  if (count === 0 && !chosen.isOpen) {
    const leave = (work: () => void) => () => {
      work();
      focusHeading();
    };
    return last && <LastActBar act={last} onUndo={leave(undoLast)} onOpen={onOpen} onDismiss={leave(forgetLast)} />;
  }
  return (
    <>
      <div ref={bar} className="bulk-bar">
        <div className="bulk-count">
          <p role="status" className="font-semibold tabular-nums">
            {count === 0 ? strings.none : strings.count(count)}
          </p>
          {!chosen.isWhole && (
            <button type="button" onClick={() => chosen.chooseRows()} className="bulk-more lg:hidden">
              {strings.all}
            </button>
          )}
          {chosen.isWhole && !chosen.isAll && total > rows && (
            <button type="button" onClick={() => chosen.chooseRows(true)} className="bulk-more">
              {strings.allThatMatch(total)}
            </button>
          )}
          <Button
            look="ghost"
            size="icon"
            aria-label={strings.clear}
            onClick={() => {
              chosen.end();
              focusHeading();
            }}
            className="ml-auto"
          >
            <Icon name="close" />
          </Button>
        </div>
        {count > 0 && (
          <BulkActions
            {...{ staff, userId, today }}
            onChange={(what, say) => void work(targetNow(), what, say)}
            onRemove={() => {
              target.current = targetNow();
              onRemoving(true);
            }}
          />
        )}
      </div>
      {isRemoving && target.current && (
        <ConfirmDialog
          title={strings.removal.title(target.current.total)}
          text={strings.removal.text}
          confirmLabel={strings.remove}
          onConfirm={() => {
            onRemoving(false);
            if (target.current) void work(target.current, { deleted: true }, strings.removed);
          }}
          onClose={() => onRemoving(false)}
        />
      )}
    </>
  );
}

function focusHeading(): void {
  document.getElementById('recientes')?.focus({ preventScroll: true });
}

/** Progress of a bulk change, with a stop button; undoing one cannot be stopped. */
function BulkProgress({ run: { what, done, total }, onStop }: { run: Run; onStop: () => void }) {
  const text = (what === 'undo' ? strings.undoing : strings.working)(done, total);
  return (
    <div className="bulk-bar">
      <div className="bulk-count">
        <p className="font-semibold tabular-nums">{text}</p>
        {what === 'change' && (
          <Button size="small" onClick={onStop} className="ml-auto">
            {strings.stop}
          </Button>
        )}
      </div>
      <progress aria-label={strings.toolbar} max={total} value={done} aria-valuetext={text} />
    </div>
  );
}
