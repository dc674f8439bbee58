import type { ReactNode } from 'react';
import { describeNumber } from '~/shared/counts';
import { Icon } from '../ui/Icon';

/** Why a step failed; announced when it appears. */
export function StepError({ id, text }: { id?: string; text: string | null }) {
  return (
    <div id={id} role="alert" className="empty:absolute">
      {text && (
        <p className="flex gap-2 rounded-lg bg-terracotta-mist px-3 py-2.5 text-terracotta-dark wrap-anywhere">
          <Icon name="warning" className="mt-0.5 size-5 shrink-0" />
          {text}
        </p>
      )}
    </div>
  );
}

type Figure = { count: number; text: string; tone?: 'good' | 'bad' };

const TONES = { good: 'text-leaf-dark', bad: 'text-terracotta-dark' };

export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,8.5rem),1fr))] gap-2 sm:flex sm:flex-wrap">
      {figures.map(({ count, text, tone }) => (
        <div
          key={text}
          className="flex flex-col-reverse justify-end rounded-xl sm:min-w-36 rounded-bl-none bg-sand px-4 py-3 forced-colors:border"
        >
          <dt className="text-sm text-ink-soft">{text}</dt>
          <dd className={`font-display text-2xl font-semibold tabular-nums ${tone && count > 0 ? TONES[tone] : ''}`}>
            {describeNumber(count)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Notice({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="flex min-w-0 items-start gap-2 rounded-xl rounded-bl-none bg-honey-mist px-4 py-3 forced-colors:border">
      <Icon name="warning" className="mt-0.5 text-honey-dark" />
      <div className="min-w-0">
        <p className="font-medium text-honey-dark">{title}</p>
        {children}
      </div>
    </div>
  );
}
