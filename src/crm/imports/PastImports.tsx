import { describeNumber } from '~/shared/counts';
import type { ImportProgress } from '~/shared/imports/import';
import { importStrings as strings } from '~/shared/strings/imports';
import { Badge } from '../ui/Badge';
import { LocalTime } from '../ui/LocalTime';

const TONES = {
  running: 'waiting',
  undoing: 'waiting',
  done: 'success',
  failed: 'attention',
  undone: 'muted',
} as const;

export function PastImports({ imports }: { imports: readonly ImportProgress[] }) {
  if (imports.length === 0) return null;
  return (
    <section aria-labelledby="anteriores" className="grid gap-3">
      <h2 id="anteriores" className="text-lg font-semibold">
        {strings.former}
      </h2>
      <ul className="grid gap-2">
        {imports.map(({ id, name, state, by, started_at, ...counts }) => (
          <li
            key={id}
            className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-xl rounded-bl-none bg-white px-4 py-3 shadow-card forced-colors:border"
          >
            <a
              href={`/panel/importar?id=${id}`}
              className="min-w-0 font-semibold text-petrol underline-offset-4 wrap-anywhere hover:underline pointer-coarse:py-2"
            >
              {name}
            </a>
            {state in TONES && <Badge tone={TONES[state as keyof typeof TONES]}>{strings.states[state]}</Badge>}
            <span className="text-sm text-ink-soft sm:ml-auto">
              {(['created', 'updated', 'joined', 'rejected'] as const)
                .filter((count, index) => index === 0 || counts[count] > 0)
                .map((count) => `${describeNumber(counts[count])} ${strings.counts[count]}`)
                .join(', ')}
            </span>
            <span className="text-sm text-ink-soft">
              {started_at && <LocalTime at={started_at} />} {by && strings.by(by)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
