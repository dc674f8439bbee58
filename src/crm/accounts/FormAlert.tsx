import type { ReactNode } from 'react';
import { Icon } from '../ui/Icon';

/** What concerns a whole form rather than one of its fields; read out as soon as it appears. */
export function FormAlert({ children }: { children: ReactNode }) {
  return (
    <p role="alert" className="flex gap-2 rounded-lg bg-terracotta-mist px-3 py-2 text-terracotta-dark">
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}
