import { useStore } from '@nanostores/react';
import { atom } from 'nanostores';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { Lead, LeadStatus } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Reasons, Statuses } from '../../lead/StatusChoices';
import { STATUS_TONES } from '../../lead/status-tones';
import { badgeClass } from '../../ui/Badge';
import { focusFirstChoice, moveByArrows, POPOVER, PopoverTitle } from '../../ui/Popover';
import type { Row } from '../panel-view';
import type { RowActions } from './LeadRow';

const MENU = 'menu-estado';

/** The lead whose status is being chosen, and the badge that was pressed for that. */
const $asked = atom<{ leadId: number; badge: HTMLElement } | null>(null);

/** A row's status, as a button that opens the list's menu. The browser does that by itself, before any script is there. */
export function StatusBadge({ lead }: { lead: Lead }) {
  return (
    <button
      type="button"
      popoverTarget={MENU}
      aria-haspopup="dialog"
      onClick={({ currentTarget: badge }) => {
        // Open at another row it would only close.
        if ($asked.get()?.leadId !== lead.id && $asked.get()) document.getElementById(MENU)?.hidePopover();
        $asked.set({ leadId: lead.id, badge });
      }}
      className={`lead-status ${badgeClass(STATUS_TONES[lead.estado])}`}
    >
      {leadStrings.statuses[lead.estado]}
    </button>
  );
}

/** The choice of another status, one for all rows; of a lost lead it then asks why, which can be skipped. */
export function StatusMenu({ rows, actions }: { rows: readonly Row[]; actions: RowActions }) {
  const menu = useRef<HTMLDivElement>(null);
  const titleId = useId();
  const asked = useStore($asked);
  const [lostOf, setLostOf] = useState<typeof asked>(null);
  const isAsking = asked !== null && lostOf === asked;

  const leadOf = (id: number | undefined) => rows.find(({ lead }) => lead.id === id)?.lead;
  const lead = leadOf(asked?.leadId);
  const hasLeft = asked !== null && !lead;
  useEffect(() => {
    if (hasLeft) menu.current?.hidePopover();
  }, [hasLeft]);

  // In a layout effect: a press that is repeated after hydration comes before other effects.
  useLayoutEffect(() => {
    const { earlyOpener: badge } = menu.current as { earlyOpener?: HTMLElement };
    const row = badge?.closest<HTMLElement>('[data-lead-id]');
    if (badge && row && menu.current?.matches(':popover-open')) {
      $asked.set({ leadId: Number(row.dataset.leadId), badge });
    }
  }, []);

  function close() {
    menu.current?.hidePopover();
    $asked.get()?.badge.focus();
  }

  function choose(estado: LeadStatus) {
    // Not `asked`: a press that is repeated after hydration comes before the next rendering.
    const pressed = $asked.get();
    const lead = leadOf(pressed?.leadId);
    if (!lead) return;
    const isNew = estado !== lead.estado;
    if (isNew && estado === 'perdido') setLostOf(pressed);
    else close();
    if (isNew) actions.onChangeStatus(lead, estado);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a dialog while it is open
    <div
      ref={menu}
      id={MENU}
      popover="auto"
      // Only while it is open: what looks for dialogs in the page would find this one always.
      {...(asked && { role: 'dialog', 'aria-labelledby': titleId })}
      onToggle={({ newState, currentTarget }) => {
        if (newState === 'open') return focusFirstChoice(currentTarget);
        // After a press on an empty place nothing has the focus.
        if (document.activeElement === document.body) asked?.badge.focus({ preventScroll: true });
        $asked.set(null);
      }}
      onKeyDown={moveByArrows}
      className={POPOVER}
    >
      <PopoverTitle id={titleId}>{isAsking ? leadStrings.whyLost : leadStrings.changeStatusTo}</PopoverTitle>
      {isAsking ? (
        <Reasons
          onChoose={(reason) => {
            close();
            if (lead && reason) actions.onReason(lead, reason);
          }}
        />
      ) : (
        <Statuses estado={lead?.estado} onChoose={choose} />
      )}
    </div>
  );
}
