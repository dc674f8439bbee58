import type { ReactNode } from 'react';
import type { LeadStatus } from '~/shared/leads/enums';

/** Each tone is a class in styles/crm.css. A lead's status is told by its shape and weight, not by a colour. */
export type Tone = 'attention' | 'active' | 'waiting' | 'success' | 'muted' | LeadStatus;

/** The classes of a badge, for buttons that look like one. */
export function badgeClass(tone: Tone): string {
  return `badge badge-${tone}`;
}

/** A short word on a coloured pill. The word carries the meaning; the colour only helps to find it. */
export function Badge({ tone, children }: { tone: Tone; children: ReactNode }) {
  return <span className={badgeClass(tone)}>{children}</span>;
}
