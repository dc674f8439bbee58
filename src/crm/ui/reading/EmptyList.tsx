import type { ReactNode } from 'react';

/** Replaces a list without rows, and says why. `live`: announces the outcome of a search. */
export function EmptyList({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <p {...(live && { role: 'status' })} className="plate px-5 py-14 text-center text-ink-soft">
      {children}
    </p>
  );
}
