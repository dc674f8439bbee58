import { describeNumber } from '~/shared/format';

type Figure = { count: number; text: string; tone?: 'good' | 'bad' };

const TONES = { good: 'text-leaf-dark', bad: 'text-terracotta-dark' };

/** Row counts by outcome. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:flex sm:flex-wrap">
      {figures.map(({ count, text, tone }) => (
        <div
          key={text}
          className="flex flex-col-reverse justify-end rounded-xl sm:min-w-36 rounded-bl-none bg-sand px-4 py-3 forced-colors:border"
        >
          <dt className="text-sm text-ink-soft">{text}</dt>
          <dd
            className={`font-display text-2xl font-semibold tabular-nums ${tone && count > 0 ? TONES[tone] : ''}`}
          >
            {describeNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}
