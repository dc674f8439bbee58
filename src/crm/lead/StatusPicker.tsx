import { useState } from 'react';
import type { LeadStatus, LostReason } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Popover } from '../ui/Popover';
import { Reasons, Statuses } from './StatusChoices';
import { STATUS_TONES } from './status-tones';

/** A lead's status as a badge that opens the choice of another one; of a lost lead it then asks why, which can be skipped. */
export function StatusPicker({
  estado,
  onChoose,
  onReason,
}: {
  estado: LeadStatus;
  onChoose: (estado: LeadStatus) => void;
  onReason: (reason: LostReason) => void;
}) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [isAsking, setAsking] = useState(false);

  function hide() {
    setAnchor(null);
    setAsking(false);
  }

  function close() {
    hide();
    anchor?.focus();
  }

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
        <Popover
          anchor={anchor}
          title={isAsking ? leadStrings.whyLost : leadStrings.changeStatusTo}
          onClose={hide}
        >
          {isAsking ? (
            <Reasons
              onChoose={(reason) => {
                close();
                if (reason) onReason(reason);
              }}
            />
          ) : (
            <Statuses
              estado={estado}
              onChoose={(status) => {
                const isLost = status === 'perdido' && status !== estado;
                if (isLost) setAsking(true);
                else close();
                if (status !== estado) onChoose(status);
              }}
            />
          )}
        </Popover>
      )}
    </>
  );
}
