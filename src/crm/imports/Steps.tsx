import { importStrings as strings } from '~/shared/strings/imports';
import { Icon } from '../ui/Icon';

/** The steps of an import, and the current one. */
export function Steps({ at }: { at: number }) {
  return (
    <ol className="grid grid-cols-4 gap-1 sm:gap-2">
      {strings.steps.map((name, index) => {
        const isDone = index < at;
        const look = index === at ? 'border-petrol font-semibold' : 'border-sand-line text-ink-soft';
        return (
          <li
            key={name}
            aria-current={index === at ? 'step' : undefined}
            className={`flex min-w-0 items-center gap-2 border-t-4 pt-2 max-sm:flex-col max-sm:gap-0.5 max-sm:text-xs max-sm:tracking-tighter ${
              isDone ? 'border-leaf' : look
            }`}
          >
            <span className="grid size-6 shrink-0 place-items-center rounded-full bg-sand text-sm font-semibold tabular-nums">
              {isDone ? <Icon name="check" className="size-4" /> : index + 1}
            </span>
            <span className="max-w-full truncate">{name}</span>
            {isDone && <span className="sr-only">({strings.stepDone})</span>}
          </li>
        );
      })}
    </ol>
  );
}
