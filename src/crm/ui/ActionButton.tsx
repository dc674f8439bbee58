import { type ComponentProps, useState } from 'react';
import { Button } from './Button';

type Props = Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** Accessible name until pressed; while busy, `busyLabel` is the name. */
  idleName?: string;
  onClick: () => unknown;
};

/** A button that shows `busyLabel` until its action has ended. */
export function ActionButton({ idleName, busyLabel, onClick, ...button }: Props) {
  const [isBusy, setBusy] = useState(false);

  async function run() {
    setBusy(true);
    try {
      await onClick();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Button
      {...button}
      {...(idleName && { 'aria-label': isBusy && busyLabel ? undefined : idleName })}
      onClick={() => void run()}
      busyLabel={isBusy && busyLabel}
    />
  );
}
