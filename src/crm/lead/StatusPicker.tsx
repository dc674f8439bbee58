import { useState } from 'react';
import { LEAD_STATUSES, type LeadStatus } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Icon } from '../ui/Icon';
import { Popover } from '../ui/Popover';
import { STATUS_TONES } from './status-tones';

/** A lead's status as a badge that opens the choice of another one. */
export function StatusPicker({
  estado,
  onChoose,
}: {
  estado: LeadStatus;
  onChoose: (estado: LeadStatus) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        className={`lead-status ${badgeClass(STATUS_TONES[estado])}`}
      >
        {leadStrings.statuses[estado]}
      </button>
      {anchor && (
        <Popover anchor={anchor} title={leadStrings.changeStatusTo} onClose={() => setAnchor(null)}>
          <div className="grid gap-0.5">
            {LEAD_STATUSES.map((status) => (
              <button
                key={status}
                type="button"
                aria-pressed={status === estado}
                onClick={() => {
                  setAnchor(null);
                  anchor.focus();
                  if (status !== estado) onChoose(status);
                }}
                className="flex min-h-9 min-w-44 items-center justify-between gap-3 rounded-lg px-2 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze pointer-coarse:min-h-11"
              >
                <span className={badgeClass(STATUS_TONES[status])}>{leadStrings.statuses[status]}</span>
                {status === estado && <Icon name="check" className="size-4 text-petrol" />}
              </button>
            ))}
          </div>
        </Popover>
      )}
    </>
  );
}
