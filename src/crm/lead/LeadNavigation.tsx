import { crmStrings } from '~/shared/strings/crm';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { Icon, type IconName } from '../ui/Icon';
import { useOpenLead } from './open-lead';

type Look = 'head' | 'bar';

/** Buttons to the previous and the next lead, and back to the list. */
export function LeadNavigation({ look }: { look: Look }) {
  const { actions, position, isLast } = useOpenLead();
  const close = <NavButton name={crmStrings.close} icon="close" look={look} onPress={actions.onClose} />;
  return (
    <>
      {look === 'bar' && close}
      <NavButton
        name={dialog.previous}
        shortcut="K"
        icon="previous"
        look={look}
        isDisabled={position === 1}
        onPress={() => actions.onStep(-1)}
      />
      <NavButton
        name={dialog.next}
        shortcut="J"
        icon="next"
        look={look}
        isDisabled={isLast}
        onPress={() => actions.onStep(1)}
      />
      {look === 'head' && close}
    </>
  );
}

type Props = {
  name: string;
  shortcut?: string;
  icon: IconName;
  look: Look;
  isDisabled?: boolean;
  onPress: () => void;
};

function NavButton({ name, shortcut, icon, look, isDisabled = false, onPress }: Props) {
  return (
    <button
      type="button"
      aria-label={name}
      title={shortcut ? `${name} (${shortcut})` : name}
      // Not `disabled`: at the end of the list the pressed button would lose the focus.
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? undefined : onPress}
      className={look === 'head' ? 'btn btn-ghost btn-icon aria-disabled:opacity-40' : 'sheet-key'}
    >
      <Icon name={icon} />
    </button>
  );
}
