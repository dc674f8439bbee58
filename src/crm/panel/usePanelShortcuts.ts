import { type RefObject, useEffect, useEffectEvent } from 'react';
import { LEAD_STATUSES, type LeadStatus } from '~/shared/leads/enums';
import type { Lead } from '~/shared/leads/lead';
import { usualLink } from '~/shared/templates/compose';
import type { TemplateSet } from '~/shared/templates/template';
import { $closingAsked, asClosingStatus } from '../lead/follow-up/follow-up-state';
import { deferred } from '../lead/lazy-parts';
import { isTyping } from '../ui/forms/is-typing';
import type { Chosen } from './bulk/useChosen';
import { dialogs } from './lazy-dialogs';
import { askClosingQuestion } from './list/StatusMenu';
import type { Panel } from './usePanel';
import type { Walk } from './walk/useWalk';

/** The bar's first action for the chosen leads, or for the last act. */
const BAR_BUTTON = '.bulk-actions > button, .bulk-last button';

/** Each key's action; a missing entry leaves the key to the browser. */
type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

type Options = {
  /** Whether a dialog is open that takes no shortcuts. */
  isBlocked: boolean;
  /** Whether a lead is about to open. */
  isOpening: boolean;
  hasBar: boolean;
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLElement | null>;
  messages: TemplateSet;
  onHelp: () => void;
};

/** The panel's single-key shortcuts, for the lead whose row has the focus, or else the open one. */
export function usePanelShortcuts(panel: Panel, walk: Walk, chosen: Chosen, options: Options): void {
  const { openRow, address, mutations } = panel;
  const { isBlocked, isOpening, hasBar, list, search, messages, onHelp } = options;
  const opened = openRow && !openRow.isGone ? openRow.lead : undefined;

  useShortcuts(() => {
    if (isBlocked) return {};
    // What loads next may be the box that a note's letters are meant for.
    return opened && !(dialogs.loaded() && deferred.loaded()) ? { Escape: address.close } : shortcutsNow();
  });

  function shortcutsNow(): Shortcuts {
    const withTarget = (work: (lead: Lead) => void) => () => {
      const lead = walk.findFocused() ?? opened;
      if (lead) work(lead);
    };
    const step = (by: 1 | -1) => () =>
      address.latest.current.leadId === undefined ? walk.focusRow(by) : walk.step(by);
    const statuses = LEAD_STATUSES.map((estado, index) => [
      String(index + 1),
      withTarget((lead) => chooseStatus(lead, estado)),
    ]);
    return {
      ...Object.fromEntries(statuses),
      j: step(1),
      k: step(-1),
      w: withTarget(openWhatsapp),
      p: withTarget(planNext),
      n: withTarget((lead) => address.open(lead.id, 'notes', { toWrite: true })),
      x: (event) => withTarget(({ id }) => chosen.toggle(id, event.shiftKey))(),
      // A shortcut past the hundreds of controls between a row and the bar.
      ...(hasBar && { a: () => document.querySelector<HTMLElement>(BAR_BUTTON)?.focus() }),
      ...(!opened && chosen.ids.size > 0 && { Escape: chosen.end }),
      ...(isOpening && { Escape: address.close }),
      '?': onHelp,
      ...((!opened || walk.isWide) && { '/': () => search.current?.focus() }),
    };
  }

  function openWhatsapp(lead: Lead) {
    const link = usualLink(lead, 'whatsapp', messages);
    if (!link) return;
    window.open(link, '_blank', 'noopener,noreferrer');
    void mutations.recordContact(lead, 'whatsapp');
  }

  /** Like a press on its badge, which asks the follow-up. */
  function chooseStatus(lead: Lead, estado: LeadStatus) {
    const step = estado === lead.estado ? null : asClosingStatus(estado);
    void mutations.changeStatus(lead, estado);
    if (!step) return;
    if (lead.id === openRow?.lead.id) $closingAsked.set({ leadId: lead.id, closing: step });
    else askClosingQuestion(lead.id, step);
  }

  /** Like a press on its row's button. */
  function planNext(lead: Lead) {
    const row = list.current?.querySelector(`[data-lead-id="${lead.id}"]`);
    row?.querySelector<HTMLElement>('.lead-next')?.click();
  }
}

/** Looks shortcuts up at each key. None fires while someone types, with Ctrl, Alt or Meta, or in a popover. */
function useShortcuts(shortcutsNow: () => Shortcuts): void {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, isComposing, repeat, target, key } = event;
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || isComposing || repeat) return;
    if (isTyping(event) || (target instanceof Element && target.closest('[popover]'))) return;
    const run = shortcutsNow()[key.length === 1 ? key.toLowerCase() : key];
    if (!run) return;
    event.preventDefault();
    run(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
