import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon';

/** A message about a whole form instead of one field. Screen readers announce it at once. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-terracotta-mist px-3 py-2 text-terracotta-dark">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
