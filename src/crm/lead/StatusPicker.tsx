import { useEffect, useRef, useState } from 'react';
import { LEAD_STATUSES, type LeadStatus, LOST_REASONS, type LostReason } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Icon } from '../ui/Icon';
import { Popover } from '../ui/Popover';
import { STATUS_TONES } from './status-tones';

/** The look of a choice in a popover. */
export const CHOICE =
  'flex min-h-9 min-w-44 items-center justify-between gap-3 rounded-lg px-2 text-left hover:bg-petrol-haze focus-visible:bg-petrol-haze pointer-coarse:min-h-11';

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
            <div className="grid gap-0.5">
              {LEAD_STATUSES.map((status) => (
                <button
                  key={status}
                  type="button"
                  aria-pressed={status === estado}
                  onClick={() => {
                    const isLost = status === 'perdido' && status !== estado;
                    if (isLost) setAsking(true);
                    else close();
                    if (status !== estado) onChoose(status);
                  }}
                  className={CHOICE}
                >
                  <span className={badgeClass(STATUS_TONES[status])}>{leadStrings.statuses[status]}</span>
                  {status === estado && <Icon name="check" className="size-4 text-petrol" />}
                </button>
              ))}
            </div>
          )}
        </Popover>
      )}
    </>
  );
}

/** Why a lead was lost, or null to skip it. */
export function Reasons({ onChoose }: { onChoose: (reason: LostReason | null) => void }) {
  const list = useRef<HTMLDivElement>(null);
  // The pressed status has gone with its focus.
  useEffect(() => list.current?.querySelector('button')?.focus({ preventScroll: true }), []);
  return (
    <div ref={list} className="grid gap-0.5">
      {LOST_REASONS.map((reason) => (
        <button key={reason} type="button" onClick={() => onChoose(reason)} className={CHOICE}>
          {leadStrings.lostReasons[reason]}
        </button>
      ))}
      <button type="button" onClick={() => onChoose(null)} className={`${CHOICE} text-ink-soft`}>
        {leadStrings.skipReason}
      </button>
    </div>
  );
}
