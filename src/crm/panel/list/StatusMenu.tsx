import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { LeadStatus } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { $planning } from '../../lead/follow-up/planning';
import { further } from '../../lead/load-further';
import { Statuses } from '../../lead/StatusChoices';
import { $answering, $stepAsked, type StatusStep as Step, stepAfter } from '../../lead/status-steps';
import { badgeClass } from '../../ui/Badge';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { focusFirstChoice, moveByArrows, POPOVER, PopoverTitle } from '../../ui/Popover';
import { Loading } from '../../ui/Spinner';
import { STATUS_TONES } from '../../ui/status-tones';
import { afterPress } from '../after-press';
import type { Row } from '../panel-view';
import type { RowActions } from './LeadRow';

const MENU = 'menu-estado';

const StatusStep = lazy(further.part('StatusStep'));

/** The lead whose status is being chosen, its badge, and the follow-up. */
type Asked = { leadId: number; badge: HTMLElement; step?: Step };
const $asked = atom<Asked | null>(null);

/** A row's status button. The browser opens the list's menu natively, before any script is there. */
export function StatusBadge({ lead }: { lead: Lead }) {
  return (
    <button
      type="button"
      popoverTarget={MENU}
      aria-haspopup="dialog"
      onClick={({ currentTarget: badge }) => {
        // Open at another row, or at a follow-up, it would only close.
        const asked = $asked.get();
        if (asked && (asked.leadId !== lead.id || asked.step)) document.getElementById(MENU)?.hidePopover();
        $asked.set({ leadId: lead.id, badge });
      }}
      className={`lead-status ${badgeClass(STATUS_TONES[lead.estado])}`}
    >
      {leadStrings.statuses[lead.estado]}
    </button>
  );
}

/** The choice of another status, one for all rows, then its follow-up (`StatusStep`). */
export function StatusMenu({ rows, actions }: { rows: readonly Row[]; actions: RowActions }) {
  const menu = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // Not useStore: it renders within the press, which then waits for it. The browser opens the menu by itself.
  const [asked, setAsked] = useState($asked.get());
  useEffect(() => $asked.subscribe((value) => afterPress(() => setAsked(value))), []);
  const chosenByKey = useStore($stepAsked);

  const leadOf = (id: number | undefined) => rows.find(({ lead }) => lead.id === id)?.lead;
  const lead = leadOf(asked?.leadId);
  const step = lead && asked?.step;
  const hasLeft = asked !== null && !lead;
  useEffect(() => {
    if (hasLeft) menu.current?.hidePopover();
  }, [hasLeft]);

  // In a layout effect: a click replayed after hydration precedes other effects.
  useLayoutEffect(() => {
    const { earlyOpener: badge } = menu.current as { earlyOpener?: HTMLElement };
    const row = badge?.closest<HTMLElement>('[data-lead-id]');
    if (badge && row && menu.current?.matches(':popover-open')) {
      $asked.set({ leadId: Number(row.dataset.leadId), badge });
    }
  }, []);

  useEffect(() => {
    if (!chosenByKey || chosenByKey.inSheet) return;
    $stepAsked.set(null);
    const { leadId, step } = chosenByKey;
    const row = menu.current?.parentElement?.querySelector(`[data-lead-id="${leadId}"]`);
    const badge = row?.querySelector<HTMLElement>('.lead-status');
    if (!badge || menu.current?.matches(':popover-open')) return $answering.set(null);
    $asked.set({ leadId, badge, step });
    menu.current?.showPopover({ source: badge });
  }, [chosenByKey]);

  // The browser may have opened it before the lead was known.
  useEffect(() => {
    if (asked && !asked.step && menu.current?.matches(':popover-open')) focusFirstChoice(menu.current);
  }, [asked]);

  function close() {
    menu.current?.hidePopover();
    $asked.get()?.badge.focus();
  }

  function choose(estado: LeadStatus) {
    // Not `asked`: a click replayed after hydration precedes the next render.
    const pressed = $asked.get();
    const lead = leadOf(pressed?.leadId);
    if (!pressed || !lead) return;
    const isNew = estado !== lead.estado;
    const next = isNew ? stepAfter(estado) : null;
    if (next) {
      $asked.set({ ...pressed, step: next });
      $answering.set(lead.id);
    } else close();
    if (isNew) actions.onChangeStatus(lead, estado);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog while it is open
    <div
      ref={menu}
      id={MENU}
      popover="auto"
      // Only while open: whatever looks for dialogs in the page would always find this one.
      {...(asked && { role: 'dialog', 'aria-labelledby': titleId })}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') return asked ? focusFirstChoice(currentTarget) : undefined;
        // After a press on an empty place nothing has the focus.
        if (document.activeElement === document.body) $asked.get()?.badge.focus({ preventScroll: true });
        // Its row may ask for the next contact now.
        if (!$planning.get()) $answering.set(null);
        $asked.set(null);
      }}
      onKeyDown={moveByArrows}
      className={POPOVER}
    >
      {step ? (
        <CrashBoundary>
          <Suspense fallback={<Loading />}>
            <StatusStep
              step={step}
              titleId={titleId}
              lead={lead}
              badge={asked.badge}
              panel={actions.panel}
              onClose={close}
            />
          </Suspense>
        </CrashBoundary>
      ) : (
        <>
          <PopoverTitle id={titleId}>{leadStrings.changeStatusTo}</PopoverTitle>
          <Statuses estado={lead?.estado} onChoose={choose} />
        </>
      )}
    </div>
  );
}
