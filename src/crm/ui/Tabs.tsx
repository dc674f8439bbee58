import { type KeyboardEvent, type ReactNode, useId } from 'react';

/**
 * Tabs, with the selected one's panel filling the sheet below. Arrow keys move between them. `areAllOpen`: all panels
 * side by side, each below its tab.
 */
export function Tabs<Name extends string>({
  tabs,
  chosen,
  areAllOpen,
  beside,
  onChoose,
}: {
  tabs: readonly { name: Name; title: string; panel: ReactNode }[];
  chosen: Name;
  areAllOpen: boolean;
  /** Stands at the end of the row of tabs. */
  beside: ReactNode;
  /** `isPress`: by a press on it, not on the way by arrow keys. */
  onChoose: (name: Name, isPress: boolean) => void;
}) {
  const id = useId();
  const isOpen = (name: Name) => areAllOpen || name === chosen;

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
    onChoose(target.name, false);
    event.currentTarget.querySelector<HTMLElement>(`#${CSS.escape(`${id}-${target.name}`)}`)?.focus();
  }

  return (
    <>
      <div className="sheet-tabs">
        <div role="tablist" aria-multiselectable={areAllOpen || undefined} onKeyDown={move} className="flex">
          {tabs.map(({ name, title }) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-${name}`}
              aria-selected={isOpen(name)}
              aria-controls={isOpen(name) ? `${id}-${name}-panel` : undefined}
              tabIndex={name === chosen ? 0 : -1}
              onClick={() => onChoose(name, true)}
              className="sheet-tab"
            >
              {title}
            </button>
          ))}
        </div>
        {beside}
      </div>
      <div className="sheet-panels">
        {tabs
          .filter(({ name }) => isOpen(name))
          .map(({ name, panel }) => (
            <div
              key={name}
              role="tabpanel"
              id={`${id}-${name}-panel`}
              aria-labelledby={`${id}-${name}`}
              className="sheet-body"
            >
              {panel}
            </div>
          ))}
      </div>
    </>
  );
}
