import { atom } from 'nanostores';
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import type { LeadStatus } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { ClosingQuestion } from '../../lead/follow-up/ClosingQuestion';
import {
  $dayPicker,
  $justContacted,
  $keptRowId,
  asClosingStatus,
  type ClosingStatus,
} from '../../lead/follow-up/follow-up-state';
import { RepliedButton } from '../../lead/follow-up/RepliedButton';
import type { ListMutations } from '../../lead/lead-mutations';
import { StatusChoices } from '../../lead/StatusChoices';
import { afterPress } from '../../ui/after-press';
import { badgeClass } from '../../ui/Badge';
import { focusFirstChoice, moveByArrows, POPOVER, PopoverTitle } from '../../ui/Popover';
import type { PanelRow } from '../panel-state';

const MENU = 'menu-estado';

/** The lead whose status is being chosen, its badge, where the focus returns, and the follow-up. */
type Opened = { leadId: number; badge: HTMLElement; back: HTMLElement; closing?: ClosingStatus };
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
        if (opened && (opened.leadId !== lead.id || opened.closing)) document.getElementById(MENU)?.hidePopover();
        // Opened by key: its row has the focus.
        const row = badge.closest<HTMLElement>('[data-lead-id]');
        $opened.set({ leadId: lead.id, badge, back: row && row === document.activeElement ? row : badge });
      }}
      className={`lead-status ${badgeClass(lead.estado)}`}
    >
      {leadStrings.statuses[lead.estado]}
    </button>
  );
}

/** The choice of another status, one for all rows, then the closing question (`ClosingQuestion`). */
export function StatusMenu({ rows, mutations }: { rows: readonly PanelRow[]; mutations: ListMutations }) {
  const menu = useRef<HTMLDivElement>(null);
  const titleId = useId();
  // Not useStore: it renders within the press, which then waits for it. The browser opens the menu by itself.
  const [opened, setOpened] = useState($opened.get());
  useEffect(() => $opened.subscribe((value) => afterPress(() => setOpened(value))), []);

  const leadOf = (id: number | undefined) => rows.find(({ lead }) => lead.id === id)?.lead;
  const lead = leadOf(opened?.leadId);
  const closing = lead && opened?.closing;
  const hasLeft = opened !== null && !lead;
  useEffect(() => {
    if (hasLeft) menu.current?.hidePopover();
  }, [hasLeft]);

  // In a layout effect: a click replayed after hydration precedes other effects.
  useLayoutEffect(() => {
    const { earlyOpener: badge } = menu.current as { earlyOpener?: HTMLElement };
    const row = badge?.closest<HTMLElement>('[data-lead-id]');
    if (badge && row && menu.current?.matches(':popover-open')) {
      $opened.set({ leadId: Number(row.dataset.leadId), badge, back: badge });
    }
  }, []);

  // The browser may have opened it before the lead was known.
  useEffect(() => {
    if (opened && !opened.closing && menu.current?.matches(':popover-open')) focusFirstChoice(menu.current);
  }, [opened]);

  function close() {
    menu.current?.hidePopover();
    $opened.get()?.back.focus();
  }

  function choose(estado: LeadStatus) {
    // Not `opened`: a click replayed after hydration precedes the next render.
    const pressed = $opened.get();
    const lead = leadOf(pressed?.leadId);
    if (!pressed || !lead) return;
    const isNew = estado !== lead.estado;
    const next = isNew ? asClosingStatus(estado) : null;
    if (next) {
      $opened.set({ ...pressed, closing: next });
      $keptRowId.set(lead.id);
    } else close();
    if (isNew) void mutations.changeStatus(lead, estado);
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
        if (document.activeElement === document.body) $opened.get()?.back.focus({ preventScroll: true });
        // Its row may ask for the next contact now.
        const asked = $justContacted.get()?.id;
        if (!$dayPicker.get() && (asked === undefined || asked !== $opened.get()?.leadId)) $keptRowId.set(null);
        $opened.set(null);
      }}
      onKeyDown={moveByArrows}
      className={POPOVER}
    >
      {closing ? (
        <ClosingQuestion
          closing={closing}
          titleId={titleId}
          lead={lead}
          badge={opened.badge}
          mutations={mutations}
          onClose={close}
        />
      ) : (
        <>
          <PopoverTitle id={titleId} about={lead?.nombre}>
            {leadStrings.changeStatusTo}
          </PopoverTitle>
          <StatusChoices estado={lead?.estado} onChoose={choose} />
          {lead?.awaiting_reply_since && (
            <div className="mt-1 border-t border-sand-line pt-1">
              <RepliedButton lead={lead} mutations={mutations} onPress={close} />
            </div>
          )}
        </>
      )}
    </div>
  );
}
