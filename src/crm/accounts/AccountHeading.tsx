import type { ReactNode } from 'react';

/** The heading of each account screen. */
export function AccountHeading({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="grid gap-2">
      <h1 className="page-title text-balance">{title}</h1>
      {children && <p className="text-ink-soft">{children}</p>}
    </div>
  );
}

/** A link within the text of an account screen. */
export function TextLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="text-petrol underline underline-offset-4 hover:text-petrol-dark">
      {children}
    </a>
  );
}
