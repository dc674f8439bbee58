import type { ComponentProps } from 'react';
import { Spinner } from './Spinner';

const LOOKS = {
  primary: 'bg-petrol text-white shadow-sm hover:bg-petrol-dark active:bg-petrol-deep',
  secondary: 'bg-white text-ink ring-1 ring-inset ring-sand-line hover:bg-petrol-haze hover:ring-petrol/40',
  ghost: 'text-petrol hover:bg-petrol-mist/70',
  danger: 'bg-terracotta-dark text-white shadow-sm hover:bg-[#8f3115]',
} as const;

const SIZES = {
  regular: 'min-h-10 px-4 py-2 pointer-coarse:min-h-11',
  small: 'min-h-8 px-2.5 py-1 text-sm pointer-coarse:min-h-11',
  icon: 'size-9 pointer-coarse:size-11',
} as const;

type Look = { look?: keyof typeof LOOKS; size?: keyof typeof SIZES };

/** The classes of a button, for links that should look like one. */
export function buttonClass({ look = 'secondary', size = 'regular' }: Look = {}): string {
  return `inline-flex items-center justify-center gap-2 rounded-lg font-medium transition-colors select-none
    forced-colors:border disabled:cursor-not-allowed disabled:opacity-60 ${LOOKS[look]} ${SIZES[size]}`;
}

/** A button. While `busyLabel` is given it shows that text, and pressing it again does nothing. */
export function Button({
  look,
  size,
  busyLabel,
  className = '',
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & Look & { busyLabel?: string | false | undefined }) {
  return (
    <button
      {...rest}
      type={type}
      // Not `disabled`: the focus would be lost, and with it the place of whoever uses the keyboard.
      aria-disabled={busyLabel ? true : undefined}
      onClick={busyLabel ? (event) => event.preventDefault() : onClick}
      className={`${buttonClass({ ...(look && { look }), ...(size && { size }) })} ${className}`}
    >
      {busyLabel ? (
        <>
          <Spinner />
          {busyLabel}
        </>
      ) : (
        children
      )}
    </button>
  );
}
