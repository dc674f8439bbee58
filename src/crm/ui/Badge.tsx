import type { ReactNode } from 'react';

/** Each tone is a class in styles/crm.css. */
export type Tone = 'attention' | 'active' | 'waiting' | 'success' | 'muted';

/** The classes of a badge, for buttons that look like one. */
export function badgeClass(tone: Tone): string {
  return `badge badge-${tone}`;
}

/** A short word on a coloured pill. The word carries the meaning; the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={badgeClass(tone)}>{children}</span>;
}
