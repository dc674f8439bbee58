import type paths from './icons.json';

export type IconName = keyof typeof paths;

/**
 * The class that gives an element, or what CSS draws before it, its icon: for what is repeated in every row, where
 * elements count. `Icon` serves elsewhere.
 */
export function iconClass(name: IconName): string {
  return `icon-${name}`;
}

/** A line icon in the text's colour, always beside or inside something that has a name. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return <span aria-hidden="true" className={`icon ${iconClass(name)}${className ? ` ${className}` : ''}`} />;
}
