import { useState } from 'react';
import { closingStrings as strings } from '~/shared/strings/lead/closing';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Popover } from '../ui/Popover';
import { ClosingQuestion } from './follow-up/ClosingQuestion';
import { asClosingStatus, type ClosingStatus } from './follow-up/follow-up-state';
import { useOpenLead } from './open-lead';
import { StatusChoices } from './StatusChoices';

/**
 * A lead's status badge. It opens the choice of another, then a follow-up question: why it was lost, or what it bought.
 */
export function StatusPicker() {
  const { lead, mutations } = useOpenLead();
  const { estado } = lead;
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [closing, setClosing] = useState<ClosingStatus | null>(null);

  function hide() {
    setAnchor(null);
    setClosing(null);
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
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setClosing(null);
        }}
        className={`lead-status ${badgeClass(estado)}`}
      >
        {leadStrings.statuses[estado]}
      </button>
      {anchor && (
        <Popover
          anchor={anchor}
          title={closing ? strings.asks[closing] : leadStrings.changeStatusTo}
          about={lead.nombre}
          onClose={hide}
        >
          {closing ? (
            <ClosingQuestion closing={closing} lead={lead} badge={anchor} mutations={mutations} onClose={close} />
          ) : (
            <StatusChoices
              estado={estado}
              onChoose={(status) => {
                const next = status === estado ? null : asClosingStatus(status);
                if (next) setClosing(next);
                else close();
                if (status !== estado) void mutations.changeStatus(lead, status);
              }}
            />
          )}
        </Popover>
      )}
    </>
  );
}
