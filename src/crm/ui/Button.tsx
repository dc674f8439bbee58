import type { ComponentProps } from 'react';
import { Spinner } from './Spinner';

/** Both are classes in styles/crm.css. */
type Look = { look?: 'primary' | 'secondary' | 'ghost' | 'danger'; size?: 'regular' | 'small' | 'icon' };

/** The classes of a button, for links that look like one. */
export function buttonClass({ look = 'secondary', size = 'regular' }: Look = {}): string {
  return `btn btn-${look} btn-${size}`;
}

/** A button. While `busyLabel` is set, it shows that text and ignores presses. */
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
      // Not `disabled`: that drops the focus, and keyboard users would lose their place.
      aria-disabled={busyLabel ? true : rest['aria-disabled']}
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
