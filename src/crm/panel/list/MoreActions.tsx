import { type ComponentProps, lazy, Suspense, useId, useState } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';
import { Loading } from '../../ui/Spinner';

const MoreActionsMenu = lazy(async () => ({ default: (await import('./MoreActionsMenu')).MoreActionsMenu }));

/** Rare actions on the list behind one button; loaded when it is pressed. */
export function MoreActions(props: ComponentProps<typeof MoreActionsMenu>) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { setAsideCount } = props;
  return (
    <div className="lead-actions">
      <button
        type="button"
        popoverTarget={id}
        aria-label={leadStrings.moreActions}
        title={setAsideCount > 0 ? leadStrings.setAsideNow(setAsideCount) : leadStrings.moreActions}
        data-waiting={setAsideCount > 0 || undefined}
        className="btn btn-secondary lead-actions-open"
      >
        <Icon name="more" />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents lint/a11y/noStaticElementInteractions: a key makes a click of its own */}
      <div
        id={id}
        popover="auto"
        className="action-menu"
        onBeforeToggle={({ newState }) => newState === 'open' && setOpen(true)}
        // Deferred: the focus inside returns to the button first.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, button:not([aria-expanded])'))
            currentTarget.hidePopover();
        }}
      >
        {isOpen && (
          <Suspense fallback={<Loading className="p-2.5" />}>
            <MoreActionsMenu {...props} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
