import { type ComponentProps, lazy, Suspense, useId, useState } from 'react';
import { leadStrings } from '~/shared/strings/leads';
import { Icon } from '../../ui/Icon';
import { Loading } from '../../ui/Spinner';

const ActionMenu = lazy(async () => ({ default: (await import('./ActionMenu')).ActionMenu }));

/** What is seldom done with the list, behind one button; it is loaded when somebody presses that. */
export function MoreActions(props: ComponentProps<typeof ActionMenu>) {
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
        // Afterwards, because what has the focus in it gives it back to the button first.
        onToggle={({ newState }) => newState === 'closed' && setOpen(false)}
        onClick={({ target, currentTarget }) => {
          if (target instanceof Element && target.closest('a, button:not([aria-expanded])'))
            currentTarget.hidePopover();
        }}
      >
        {isOpen && (
          <Suspense fallback={<Loading className="p-2.5" />}>
            <ActionMenu {...props} />
          </Suspense>
        )}
      </div>
    </div>
  );
}
