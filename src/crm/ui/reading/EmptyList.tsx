import type { ReactNode } from 'react';

/** Stands in the place of a list that has no row, and says why. `live`: what came of a search, said aloud. */
export function EmptyList({ live = false, children }: { live?: boolean; children: ReactNode }) {
  return (
    <p {...(live && { role: 'status' })} className="plate px-5 py-14 text-center text-ink-soft">
      {children}
    </p>
  );
}
