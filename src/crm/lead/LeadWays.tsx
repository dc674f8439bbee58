import { crmStrings } from '~/shared/strings/crm';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { Icon, type IconName } from '../ui/Icon';

/** An open lead's navigation: previous, next, and back to the list. */
export function LeadWays({
  isFirst,
  isLast,
  actions,
  look,
}: {
  isFirst: boolean;
  isLast: boolean;
  actions: { onStep: (by: 1 | -1) => void; onClose: () => void };
  look: 'head' | 'bar';
}) {
  return (
    <>
      {look === 'bar' && <Way name={crmStrings.close} icon="close" look={look} onTake={actions.onClose} />}
      <Way
        name={dialog.previous}
        shortcut="K"
        icon="previous"
        look={look}
        isShut={isFirst}
        onTake={() => actions.onStep(-1)}
      />
      <Way
        name={dialog.next}
        shortcut="J"
        icon="next"
        look={look}
        isShut={isLast}
        onTake={() => actions.onStep(1)}
      />
      {look === 'head' && <Way name={crmStrings.close} icon="close" look={look} onTake={actions.onClose} />}
    </>
  );
}

function Way({
  name,
  shortcut,
  icon,
  look,
  isShut = false,
  onTake,
}: {
  name: string;
  shortcut?: string;
  icon: IconName;
  look: 'head' | 'bar';
  isShut?: boolean;
  onTake: () => void;
}) {
  return (
    <button
      type="button"
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      // Not `disabled`: at the end of the list the pressed button would lose the focus.
      aria-disabled={isShut || undefined}
      onClick={isShut ? undefined : onTake}
      className={look === 'head' ? 'btn btn-ghost btn-icon aria-disabled:opacity-40' : 'sheet-key'}
    >
      <Icon name={icon} />
    </button>
  );
}
