import { useState } from 'react';
import { Button } from './Button';
import { Icon, type IconName } from './Icon';
import { Popover } from './Popover';

/** A list item's actions, behind '⋯'. `name` labels the button and its menu. */
export function ActionMenu<Action extends { label: string; icon?: IconName }>({
  name,
  actions,
  onChoose,
}: {
  name: string;
  actions: readonly Action[];
  onChoose: (action: Action) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);

  function choose(action: Action) {
    setAnchor(null);
    // The focus must be here before a dialog opens, which later returns it.
    anchor?.focus();
    onChoose(action);
  }

  return (
    <>
      <Button
        look="ghost"
        size="icon"
        aria-label={name}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon name="more" className="size-5 stroke-3" />
      </Button>
      {anchor && (
        <Popover anchor={anchor} title={name} onClose={() => setAnchor(null)}>
          <div className="grid gap-0.5">
            {actions.map((action) => (
              <button
                key={action.label}
                type="button"
                onClick={() => choose(action)}
                className="flex min-h-9 min-w-44 items-center gap-2.5 rounded-lg px-2.5 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze pointer-coarse:min-h-11"
              >
                {action.icon && <Icon name={action.icon} className="size-4.5 text-ink-soft" />}
                {action.label}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </>
  );
}
