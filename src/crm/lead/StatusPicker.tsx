import { useStore } from '@nanostores/react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { saleStrings as sale } from '~/shared/strings/lead/sale';
import { leadStrings } from '~/shared/strings/leads';
import { badgeClass } from '../ui/Badge';
import { Popover } from '../ui/Popover';
import { Loading } from '../ui/Spinner';
import { STATUS_TONES } from '../ui/status-tones';
import { $stepAsked, type StatusStep as Step, stepAfter } from './follow-up/questions';
import { further } from './load-later';
import { useOpenLead } from './open-lead';
import { Statuses } from './StatusChoices';

const StatusStep = lazy(further.part('StatusStep'));

/**
 * A lead's status badge. It opens the choice of another, then a follow-up question: why it was lost, or what it bought.
 */
export function StatusPicker() {
  const { lead, panel } = useOpenLead();
  const { id, estado } = lead;
  const badge = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [step, setStep] = useState<Step | null>(null);
  const asked = useStore($stepAsked);

  useEffect(() => {
    if (asked?.leadId !== id) return;
    $stepAsked.set(null);
    setAnchor(badge.current);
    setStep(asked.step);
  }, [asked, id]);

  function hide() {
    setAnchor(null);
    setStep(null);
  }

  function close() {
    hide();
    anchor?.focus();
  }

  return (
    <>
      <button
        ref={badge}
        type="button"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => {
          setAnchor(event.currentTarget);
          setStep(null);
        }}
        className={`lead-status ${badgeClass(STATUS_TONES[estado])}`}
      >
        {leadStrings.statuses[estado]}
      </button>
      {anchor && (
        <Popover anchor={anchor} title={step ? sale.asks[step] : leadStrings.changeStatusTo} onClose={hide}>
          {step ? (
            <Suspense fallback={<Loading />}>
              <StatusStep step={step} lead={lead} badge={anchor} panel={panel} onClose={close} />
            </Suspense>
          ) : (
            <Statuses
              estado={estado}
              onChoose={(status) => {
                const next = status === estado ? null : stepAfter(status);
                if (next) setStep(next);
                else close();
                if (status !== estado) void panel.changeStatus(lead, status);
              }}
            />
          )}
        </Popover>
      )}
    </>
  );
}
