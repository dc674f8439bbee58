import { type Dispatch, startTransition, useEffect, useEffectEvent, useRef } from 'react';
import { type LeadFilters, type Reader, resolveFilters } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import { MAX_PANEL_LEADS } from '~/shared/leads/live';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError, describeReadFailure } from '../api-client';
import { fetchLead, fetchLeads, fetchPanel } from '../lead/lead-api';
import { afterFrame } from '../ui/after-press';
import { useReconnect } from '../ui/connection';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import { isStale, PAGE_SIZE, type PanelAction, type PanelState } from './panel-state';
import type { Address } from './useAddress';

/** How often others' changes are asked for; one's own at once. */
const ASK_EVERY_MS = 1000;
/** Panels that were told at the same moment ask at different ones. */
const SPREAD_MS = 250;
/** A press is drawn first, and the next one often follows: others' changes wait for it, this long at most. */
const AFTER_PRESS_MS = 300;
const MAX_WAIT_MS = 1500;
const RETRY_MS = 10_000;
const PRESSES = ['pointerdown', 'keydown', 'keyup', 'click'] as const;

/** A list that somebody waits for, more of it, or what is shown once again. */
type What = 'list' | 'more' | 'again';

/**
 * Asks the server for what the panel shows: when another list is chosen, when more of it is wanted, and again whenever
 * leads have changed. One call is under way at a time; a newer request for a list aborts it. A failed one is toasted,
 * and retried on reconnect, and once the live stream opens.
 */
export function useReads(state: PanelState, dispatch: Dispatch<PanelAction>, address: Address, reader: Reader) {
  /** The newest filters, even before they are drawn. */
  const latestFilters = useEffectEvent(() => resolveFilters(address.latest.current.filters, reader));
  // After an answer, the state that its request began with is outdated.
  const latestState = useEffectEvent(() => state);
  const call = useRef<AbortController>(undefined);
  const lastId = useRef(0);
  /** The request that failed last. */
  const missed = useRef<What>(null);
  /** Somebody did not confirm, or sign in again, when asked. */
  const refused = useRef(false);
  /** What is shown is older than event `upTo`. */
  const due = useRef<{ since: number; isOwn: boolean }>(null);
  const upTo = useRef(0);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const endedAt = useRef(-ASK_EVERY_MS);
  const spread = useRef(Math.random() * SPREAD_MS);
  const pressedAt = useRef(-AFTER_PRESS_MS);

  async function read(what: What, filters: LeadFilters): Promise<void> {
    call.current?.abort();
    clearTimeout(timer.current);
    const own = new AbortController();
    call.current = own;
    const id = ++lastId.current;
    if (what !== 'again') {
      dispatch({ type: 'requested', request: { id, what, filters } });
      await untilDrawn();
      if (own.signal.aborted) return;
    }
    try {
      await (what === 'more' ? readMore(id, filters, own.signal) : readAll(filters, own.signal));
      missed.current = null;
      refused.current = false;
    } catch (error) {
      if (own.signal.aborted) return;
      // Who did not confirm when asked is not asked again until they ask themselves.
      refused.current = error instanceof ApiError && (error.code === 'step_up' || error.code === 'unauthenticated');
      missed.current = refused.current ? 'list' : what;
      if (missed.current === 'again') {
        timer.current = setTimeout(ask, RETRY_MS);
      } else {
        dispatch({ type: 'failed', id });
        // If LoadFailed is in the list's place, that has the retry button.
        const hasButton = isStale(latestState(), filters);
        reportLoadFailure(error, hasButton ? undefined : () => void read(what === 'more' ? what : 'list', filters));
      }
    }
    if (call.current !== own) return;
    call.current = undefined;
    endedAt.current = performance.now();
    if (missed.current === null) plan();
  }

  async function readAll(filters: LeadFilters, signal: AbortSignal): Promise<void> {
    const { list, held } = latestState();
    const isSame = !isStale(latestState(), filters);
    const { leadId } = address.latest.current;
    const beside = [...(leadId === undefined ? [] : [leadId]), ...((isSame && held) || [])];
    const asked = {
      rows: Math.min((isSame && list?.room) || PAGE_SIZE, MAX_PANEL_LEADS),
      also: [...new Set(beside)].slice(0, MAX_PANEL_LEADS),
    };
    due.current = null;
    const page = await fetchPanel(filters, asked, signal);
    if (signal.aborted) return;
    // Fifty new rows take a slow phone many frames: presses come first.
    startTransition(() => dispatch({ type: 'answered', filters, page, asked }));
    if (page.as_of < upTo.current) due.current ??= { since: performance.now(), isOwn: false };
  }

  async function readMore(id: number, filters: LeadFilters, signal: AbortSignal): Promise<void> {
    const cursor = latestState().list?.next_cursor;
    if (!cursor) return dispatch({ type: 'failed', id });
    const page = await fetchLeads(filters, cursor, signal);
    if (!signal.aborted) startTransition(() => dispatch({ type: 'more', id, page }));
  }

  /** Asks again when it is time: at once for what was done here, for others' changes once no press is being answered. */
  function plan(): void {
    clearTimeout(timer.current);
    if (!due.current || call.current || document.hidden || refused.current) return;
    const { since, isOwn } = due.current;
    const now = performance.now();
    const quiet = Math.min(pressedAt.current + AFTER_PRESS_MS, since + MAX_WAIT_MS);
    const earliest = Math.max(endedAt.current + ASK_EVERY_MS, since + spread.current, quiet);
    const wait = isOwn ? 0 : earliest - now;
    if (wait > 0) timer.current = setTimeout(plan, wait);
    else ask();
  }

  function ask(): void {
    void read('again', latestFilters());
  }

  const reads = useStable({
    reload: () => read('list', latestFilters()),
    loadMore: async () => {
      const filters = latestFilters();
      // Another list may be chosen but not drawn yet: reading more of this one would abort that.
      if (isStale(state, filters) || state.request || !state.list?.next_cursor) return;
      if (call.current) due.current ??= { since: performance.now(), isOwn: false };
      await read('more', filters);
    },
    /** Leads have changed, up to this event. */
    noteOthers: (as_of: number) => {
      upTo.current = Math.max(upTo.current, as_of);
      due.current ??= { since: performance.now(), isOwn: false };
      plan();
    },
    /** A lead was changed in this tab. */
    noteOwn: (as_of: number) => {
      upTo.current = Math.max(upTo.current, as_of);
      due.current = { since: performance.now(), isOwn: true };
      plan();
    },
    /** Reads what could not be read. */
    readMissed: () => {
      const filters = latestFilters();
      const what = isStale(state, filters) ? 'list' : missed.current;
      if (what && state.request?.what !== 'list') void read(what, filters);
    },
    notePress: () => {
      pressedAt.current = performance.now();
    },
    plan,
  });

  useEffect(() => {
    for (const name of PRESSES) document.addEventListener(name, reads.notePress, { capture: true, passive: true });
    document.addEventListener('visibilitychange', reads.plan);
    return () => {
      clearTimeout(timer.current);
      for (const name of PRESSES) document.removeEventListener(name, reads.notePress, { capture: true });
      document.removeEventListener('visibilitychange', reads.plan);
    };
  }, [reads]);

  useReconnect(reads.readMissed);

  /** Reads the lead in the URL, and closes it if that fails. For a joined lead, the surviving one opens in its place. */
  const readLinked = useEffectEvent(async (id: number) => {
    try {
      const lead: Lead = await fetchLead(id);
      dispatch({ type: 'saved', id: lead.id, lead, as_of: lead.as_of, moves: false });
      if (lead.id !== id && address.latest.current.leadId === id) address.open(lead.id, 'info');
    } catch (error) {
      if (address.latest.current.leadId !== id) return;
      const isGone = error instanceof ApiError && error.code === 'not_found';
      showToast({ tone: 'error', text: isGone ? leadStrings.gone : crmStrings.unexpected });
      address.close();
    }
  });

  const { leadId, isStep } = address;
  const hasList = state.list !== null;
  useEffect(() => {
    if (leadId === undefined || !hasList) return;
    if (isStep || !latestState().known.has(leadId)) void readLinked(leadId);
  }, [leadId, isStep, hasList]);

  return reads;
}

/** Resolves after the next frame: a slow phone first shows the press, then requests what it needs. */
function untilDrawn(): Promise<void> | undefined {
  if (document.hidden) return undefined;
  return new Promise(afterFrame);
}

/** Toasts that the list could not be read. */
export function reportLoadFailure(error: unknown, retry?: () => void): void {
  showToast({
    ...describeReadFailure(leadStrings.toasts.loadFailed, error),
    ...(retry && { action: { label: crmStrings.retry, run: retry } }),
  });
}
