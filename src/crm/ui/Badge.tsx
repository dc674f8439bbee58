import type { ReactNode } from 'react';

const TONES = {
  attention: 'bg-terracotta-mist text-terracotta-dark ring-terracotta/25',
  active: 'bg-petrol-mist text-petrol-dark ring-petrol/20',
  waiting: 'bg-honey-mist text-honey-dark ring-honey/30',
  success: 'bg-leaf-mist text-leaf-dark ring-leaf/30',
  muted: 'bg-sand-deep text-ink-soft ring-ink/10',
} as const;

export type Tone = keyof typeof TONES;

/** The classes of a badge, for buttons that should look like one. */
export function badgeClass(tone: Tone): string {
  return `inline-flex items-center gap-1 rounded-full px-2.5 py-0.5 text-sm font-medium whitespace-nowrap
    ring-1 ring-inset forced-colors:border ${TONES[tone]}`;
}

/** A short word in a coloured pill. The word carries the meaning; the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={badgeClass(tone)}>{children}</span>;
}
