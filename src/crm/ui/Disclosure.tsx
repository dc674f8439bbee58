import type { ReactNode } from 'react';

type Props = {
  summary: ReactNode;
  /** Whether it starts unfolded. */
  open?: boolean;
  onToggle?: (isOpen: boolean) => void;
  children: ReactNode;
};

/** Folds what few people need behind a summary line. */
export function Disclosure({ summary, open, onToggle, children }: Props) {
  return (
    <details open={open} onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary className="w-fit cursor-pointer py-1 font-medium text-petrol pointer-coarse:py-2.5">{summary}</summary>
      <div className="mt-2">{children}</div>
    </details>
  );
}
