import { type ReactNode, type Ref, useId } from 'react';

type Props = {
  /** For links to it. */
  id?: string;
  title: ReactNode;
  headingRef?: Ref<HTMLHeadingElement>;
  /** Shown beside the heading. */
  tools?: ReactNode;
  children: ReactNode;
};

/** A section of an agency's page. Its heading takes the focus when the focused element disappears. */
export function Card({ id: anchor, title, headingRef, tools, children }: Props) {
  const id = useId();
  return (
    <section id={anchor} aria-labelledby={id} className="plate scroll-mt-4 p-5">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-3 gap-y-2">
        <h2 id={id} ref={headingRef} tabIndex={-1} className="text-xl leading-tight outline-none">
          {title}
        </h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
