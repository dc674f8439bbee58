import { type RefObject, useEffect, useEffectEvent, useRef } from 'react';
import type { Lead } from '~/shared/leads/lead';
import { usualLink } from '~/shared/templates/compose';
import type { TemplateSet } from '~/shared/templates/template';
import { isTyping } from '../ui/forms/is-typing';
import type { Chosen } from './bulk/useChosen';
import type { Panel } from './usePanel';
import type { Walk } from './walk/useWalk';

/** The bar's first action for the chosen leads, or for the last act. */
const BAR_BUTTON = '.bulk-actions > button, .bulk-last button';

/** Letters that follow one another within this time are typing, as a fast salesperson's commands are not. */
const TYPING_MS = 1000;

/** Each key's action; a missing entry leaves the key to the browser. */
type Shortcuts = Partial<Record<string, (event: KeyboardEvent) => void>>;

type Options = {
  /** Whether a dialog is open that takes no shortcuts. */
  isBlocked: boolean;
  /** Whether a lead is about to open. */
  isOpening: boolean;
  list: RefObject<HTMLElement | null>;
  search: RefObject<HTMLElement | null>;
  messages: TemplateSet;
  onHelp: () => void;
};

/** The panel's single-key shortcuts, for the lead whose row has the focus, or else the open one. */
export function usePanelShortcuts(panel: Panel, walk: Walk, chosen: Chosen, options: Options): void {
  const { openRow, address, mutations } = panel;
  const { isBlocked, isOpening, list, search, messages, onHelp } = options;
  const opened = openRow && !openRow.isGone ? openRow.lead : undefined;

  useShortcuts(() => {
    if (isBlocked) return {};
    const withTarget = (work: (lead: Lead) => void) => () => {
      const lead = walk.findFocused() ?? opened;
      if (lead) work(lead);
    };
    const barButton = document.querySelector<HTMLElement>(BAR_BUTTON);
    const step = (by: 1 | -1) => () =>
      address.latest.current.leadId === undefined ? walk.focusRow(by) : walk.step(by);
    return {
      j: step(1),
      k: step(-1),
      w: withTarget(openWhatsapp),
      s: withTarget(chooseStatus),
      p: withTarget(planNext),
      n: withTarget((lead) => address.open(lead.id, 'notes', 'write')),
      x: (event) => withTarget(({ id }) => chosen.toggle(id, event.shiftKey))(),
      // A shortcut past the hundreds of controls between a row and the bar.
      ...(barButton && { a: () => barButton.focus() }),
      ...(!opened && chosen.ids.size > 0 && { Escape: chosen.end }),
      ...(isOpening && { Escape: address.close }),
      '?': onHelp,
      ...((!opened || walk.isWide) && { '/': () => search.current?.focus() }),
    };
  });

  function openWhatsapp(lead: Lead) {
    const link = usualLink(lead, 'whatsapp', messages);
    if (!link) return;
    window.open(link, '_blank', 'noopener,noreferrer');
    // A single key makes nobody's lead one's own.
    void mutations.recordContact(lead, 'whatsapp', false);
  }

  const rowOf = (lead: Lead) => list.current?.querySelector(`[data-lead-id="${lead.id}"]`);

  /** Opens the choice where the lead is seen: in the row that has the focus, or in the open sheet. */
  function chooseStatus(lead: Lead) {
    const place = walk.findFocused() ? rowOf(lead) : document.querySelector('.sheet');
    const status = place?.querySelector<HTMLElement>('.lead-status');
    // Below a long message it may be out of sight.
    status?.scrollIntoView({ block: 'nearest' });
    status?.click();
  }

  /** Like a press on its row's button. */
  function planNext(lead: Lead) {
    rowOf(lead)?.querySelector<HTMLElement>('.lead-next')?.click();
  }
}

/**
 * Looks shortcuts up at each key. None fires while someone types, with Ctrl, Alt or Meta, or in a popover. A letter or
 * digit that is no shortcut is typing that missed its box, and so is each one that follows it within a second, or until
 * Escape.
 */
function useShortcuts(shortcutsNow: () => Shortcuts): void {
  const lastTypedAt = useRef(Number.NEGATIVE_INFINITY);
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { ctrlKey, altKey, metaKey, isComposing, repeat, target, key } = event;
    if (key === 'Escape') lastTypedAt.current = Number.NEGATIVE_INFINITY;
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || isComposing || repeat) return;
    if (isTyping(event) || (target instanceof Element && target.closest('[popover]'))) return;
    const isSign = key.length === 1 && key !== ' ';
    const isTyped = isSign && event.timeStamp - lastTypedAt.current < TYPING_MS;
    const run = isTyped ? undefined : shortcutsNow()[isSign ? key.toLowerCase() : key];
    if (isSign && !run) lastTypedAt.current = event.timeStamp;
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
