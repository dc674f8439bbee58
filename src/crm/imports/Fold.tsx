import type { ReactNode } from 'react';

/** Folds what few people need behind a summary line. */
export function Fold({ summary, children }: { summary: ReactNode; children: ReactNode }) {
  return (
    <details>
      <summary className="w-fit cursor-pointer py-1 font-medium text-petrol pointer-coarse:py-2.5">
        {summary}
      </summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
