import type { KeyboardEvent } from 'react';
import { LEAD_STATUSES, type LeadStatus } from '~/shared/leads/enums';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Icon } from '../ui/Icon';

/** The look of a choice in a popover. */
export const CHOICE =
  'flex min-h-9 min-w-44 items-center justify-between gap-3 rounded-lg px-2 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze pointer-coarse:min-h-11';

type Props = {
  estado: LeadStatus | undefined;
  onChoose: (estado: LeadStatus) => void;
};

/** The statuses to choose from, also by 1 to 5; `estado` is the current one, if they are one lead's. */
export function StatusChoices({ estado, onChoose }: Props) {
  function chooseByDigit(event: KeyboardEvent) {
    const { key, repeat, ctrlKey, altKey, metaKey } = event;
    const status = LEAD_STATUSES[Number(key) - 1];
    if (!status || repeat || ctrlKey || altKey || metaKey) return;
    event.preventDefault();
    onChoose(status);
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: its buttons have the focus
    <div onKeyDown={chooseByDigit} className="grid gap-0.5">
      {LEAD_STATUSES.map((status) => (
        <button
          key={status}
          type="button"
          aria-pressed={estado && status === estado}
          onClick={() => onChoose(status)}
          className={CHOICE}
        >
          <span className={badgeClass(status)}>{leadStrings.statuses[status]}</span>
          {status === estado && <Icon name="check" className="size-4 text-petrol" />}
        </button>
      ))}
    </div>
  );
}
