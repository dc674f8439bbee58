import { atom } from 'nanostores';
import { lazy, Suspense, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { LeadStatus } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { $answering, $planning, type StatusStep as Step, stepAfter } from '../../lead/follow-up/questions';
import { further } from '../../lead/load-later';
import type { PanelWork } from '../../lead/panel-work';
import { Statuses } from '../../lead/StatusChoices';
import { badgeClass } from '../../ui/Badge';
import { CrashBoundary } from '../../ui/CrashBoundary';
import { focusFirstChoice, moveByArrows, POPOVER, PopoverTitle } from '../../ui/Popover';
import { Loading } from '../../ui/Spinner';
import { STATUS_TONES } from '../../ui/status-tones';
import { afterPress } from '../after-press';
import type { Row } from '../panel-view';

const MENU = 'menu-estado';

const StatusStep = lazy(further.part('StatusStep'));

/** The lead whose status is being chosen, its badge, and the follow-up. */
type Opened = { leadId: number; badge: HTMLElement; step?: Step };
const $opened = atom<Opened | null>(null);

/** A row's status button. The browser opens the list's menu natively, before any script is there. */
export function StatusBadge({ lead }: { lead: Lead }) {
  return (
    <button
      type="button"
      popoverTarget={MENU}
      aria-haspopup="dialog"
      onClick={({ currentTarget: badge }) => {
        // Open at another row, or at a follow-up, it would only close.
        const opened = $opened.get();
        if (opened && (opened.leadId !== lead.id || opened.step))
          document.getElementById(MENU)?.hidePopover();
        $opened.set({ leadId: lead.id, badge });
      }}
      className={`lead-status ${badgeClass(STATUS_TONES[lead.estado])}`}
    >
      {leadStrings.statuses[lead.estado]}
    </button>
  );
}

/** Asks the follow-up to a lead's new status, as after a press on its badge. */
export function askStep(leadId: number, step: Step): void {
  const menu = document.getElementById(MENU);
  const badge = document.querySelector<HTMLElement>(`[data-lead-id="${leadId}"] .lead-status`);
  if (!menu || !badge || menu.matches(':popover-open')) return;
  $answering.set(leadId);
  $opened.set({ leadId, badge, step });
  menu.showPopover({ source: badge });
}

/** The choice of another status, one for all rows, then its follow-up (`StatusStep`). */
export function StatusMenu({ rows, panel }: { rows: readonly Row[]; panel: PanelWork }) {
  const menu = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // Not useStore: it renders within the press, which then waits for it. The browser opens the menu by itself.
  const [opened, setOpened] = useState($opened.get());
  useEffect(() => $opened.subscribe((value) => afterPress(() => setOpened(value))), []);

  const leadOf = (id: number | undefined) => rows.find(({ lead }) => lead.id === id)?.lead;
  const lead = leadOf(opened?.leadId);
  const step = lead && opened?.step;
  const hasLeft = opened !== null && !lead;
  useEffect(() => {
    if (hasLeft) menu.current?.hidePopover();
  }, [hasLeft]);

  // In a layout effect: a click replayed after hydration precedes other effects.
  useLayoutEffect(() => {
    const { earlyOpener: badge } = menu.current as { earlyOpener?: HTMLElement };
    const row = badge?.closest<HTMLElement>('[data-lead-id]');
    if (badge && row && menu.current?.matches(':popover-open')) {
      $opened.set({ leadId: Number(row.dataset.leadId), badge });
    }
  }, []);

  // The browser may have opened it before the lead was known.
  useEffect(() => {
    if (opened && !opened.step && menu.current?.matches(':popover-open')) focusFirstChoice(menu.current);
  }, [opened]);

  function close() {
    menu.current?.hidePopover();
    $opened.get()?.badge.focus();
  }

  function choose(estado: LeadStatus) {
    // Not `opened`: a click replayed after hydration precedes the next render.
    const pressed = $opened.get();
    const lead = leadOf(pressed?.leadId);
    if (!pressed || !lead) return;
    const isNew = estado !== lead.estado;
    const next = isNew ? stepAfter(estado) : null;
    if (next) {
      $opened.set({ ...pressed, step: next });
      $answering.set(lead.id);
    } else close();
    if (isNew) void panel.changeStatus(lead, estado);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog while it is open
    <div
      ref={menu}
      id={MENU}
      popover="auto"
      // Only while open: whatever looks for dialogs in the page would always find this one.
      {...(opened && { role: 'dialog', 'aria-labelledby': titleId })}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') return opened ? focusFirstChoice(currentTarget) : undefined;
        // After a press on an empty place nothing has the focus.
        if (document.activeElement === document.body) $opened.get()?.badge.focus({ preventScroll: true });
        // Its row may ask for the next contact now.
        if (!$planning.get()) $answering.set(null);
        $opened.set(null);
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
              badge={opened.badge}
              panel={panel}
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
