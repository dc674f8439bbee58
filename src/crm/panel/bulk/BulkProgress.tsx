import { manyStrings as strings } from '~/shared/strings/panel/bulk';
import { Button } from '../../ui/Button';
import type { Run } from './useBulkRun';

/** Progress of a bulk change, with a stop button; undoing one cannot be stopped. */
export function BulkProgress({ run: { what, done, total }, onStop }: { run: Run; onStop: () => void }) {
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
