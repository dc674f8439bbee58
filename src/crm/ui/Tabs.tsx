import type { KeyboardEvent, ReactNode } from 'react';
import { useId } from 'react';

/** Tabs, and below them the panel of the selected one, which fills the sheet. Arrow keys move between the tabs. */
export function Tabs<Name extends string>({
  tabs,
  chosen,
  onChoose,
  children,
}: {
  tabs: readonly { name: Name; title: string }[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}) {
  const id = useId();

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const current = tabs.findIndex(({ name }) => name === chosen);
    const steps: Record<string, number> = {
      ArrowRight: (current + 1) % tabs.length,
      ArrowLeft: (current - 1 + tabs.length) % tabs.length,
      Home: 0,
      End: tabs.length - 1,
    };
    const target = tabs[steps[event.key] ?? -1];
    if (!target) return;
    event.preventDefault();
    onChoose(target.name);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${target.name}`)}`)?.focus();
  }

  return (
    <>
      <div
        role="tablist"
        onKeyDown={move}
        className="flex shrink-0 gap-1 border-b border-sand-line px-2 lg:px-3"
      >
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
            className={`-mb-px min-h-10 border-b-2 px-3 font-medium pointer-coarse:min-h-11 ${
              name === chosen
                ? 'border-petrol text-petrol'
                : 'border-transparent text-ink-soft hover:border-sand-line hover:text-ink'
            }`}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${chosen}`} className="sheet-body">
        {children}
      </div>
    </>
  );
}
