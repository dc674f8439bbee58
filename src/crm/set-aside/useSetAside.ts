import { type RefObject, useEffect, useState } from 'react';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { setAsideStrings } from '~/shared/strings/set-aside';
import { ApiError, callApi, post } from '../api-client';
import { pageParams } from '../ui/reading/page-params';
import { usePagedList } from '../ui/reading/usePagedList';
import { onStream, streamWhileVisible } from '../ui/stream';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';

const { toasts } = setAsideStrings;

/** The server's count reflects a decision made here up to a second later. */
const SETTLES_MS = 1500;

const succeed = (text: string, undo?: () => void) => showToast({ tone: 'success', text, undo });
const fail = (text: string) => showToast({ tone: 'error', text });
const orFail = (work: () => Promise<void>) => work().catch(() => fail(toasts.setAsideFailed));

/** Newest first, as the server sorts them. */
const inOrder = (a: SetAsideEnquiry, b: SetAsideEnquiry) => b.received_at.localeCompare(a.received_at) || b.id - a.id;

/** The enquiries set aside, kept up to date in their `region`, and the actions on them. */
export function useSetAside(start: SetAsidePage | null, region: RefObject<HTMLElement | null>) {
  const list = usePagedList({
    name: 'enquiries',
    start,
    query: undefined,
    fetchPage: (_, after, signal) => callApi<SetAsidePage>(`/api/enquiries/set-aside${pageParams(after)}`, { signal }),
    failed: toasts.setAsideLoadFailed,
  });
  const [isDiscardingAll, setDiscardingAll] = useState(false);
  const { isRunning, runOn } = useRowActions();
  const waiting = useWaitingCount();
  /** How many waited when the list was read, if it has more pages. */
  const [waited, setWaited] = useState<number | null>(null);
  const isAtRest = !isDiscardingAll && !list.loading && !list.rows.some(({ id }) => isRunning(id));
  const isOther =
    isAtRest &&
    waiting !== null &&
    list.page !== null &&
    (list.hasMore ? waiting > (waited ?? waiting) : waiting !== list.rows.length);
  const [isOutdated, setOutdated] = useState(false);

  const { catchUp, settleDown } = useStable({
    catchUp: async () => {
      setOutdated(false);
      setWaited(waiting);
      await list.read();
    },
    settleDown: () => {
      // Rows do not move under somebody's pointer or focus; a button offers the newer ones.
      if (region.current?.matches(':hover, :focus-within')) setOutdated(true);
      else void catchUp();
    },
  });
  useEffect(() => {
    if (isAtRest && list.hasMore) setWaited((known) => known ?? waiting);
  }, [isAtRest, list.hasMore, waiting]);
  useEffect(() => {
    setOutdated(false);
    const timer = isOther ? setTimeout(settleDown, SETTLES_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isOther, settleDown]);

  async function settle(enquiry: SetAsideEnquiry, decision: 'accept' | 'discard') {
    const drop = () => list.change((known) => known.filter(({ id }) => id !== enquiry.id));
    try {
      await post(`/api/enquiries/${enquiry.id}/${decision}`);
      drop();
      if (decision === 'accept') succeed(toasts.accepted);
      else succeed(toasts.discarded, () => void restore(enquiry));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unexpected';
      // Somebody else has decided already.
      if (code === 'not_found') drop();
      fail(error instanceof ApiError && code === 'invalid' ? error.message : toasts.setAsideFailed);
    }
  }

  const restore = (enquiry: SetAsideEnquiry) =>
    orFail(async () => {
      await post(`/api/enquiries/${enquiry.id}/restore`);
      list.change((known) => [...known.filter(({ id }) => id !== enquiry.id), enquiry].sort(inOrder));
      succeed(toasts.enquiriesRestored(1));
    });

  async function discardAll() {
    setDiscardingAll(true);
    await orFail(async () => {
      const { discarded, undo } = await post<{ discarded: number; undo: string }>('/api/enquiries/discard-all', {
        until: list.page?.until ?? 0,
      });
      succeed(toasts.discardedAll(discarded), () => void undoAll(undo));
      list.change(() => []);
      await list.read();
    });
    setDiscardingAll(false);
  }

  const undoAll = (undo: string) =>
    orFail(async () => {
      const { restored } = await post<{ restored: number }>('/api/enquiries/discard-all/undo', { undo });
      succeed(toasts.enquiriesRestored(restored));
      await list.read();
    });

  return {
    ...list,
    isDiscardingAll,
    isRunning,
    isOutdated,
    catchUp,
    accept: (enquiry: SetAsideEnquiry) => runOn(enquiry.id, () => settle(enquiry, 'accept')),
    discard: (enquiry: SetAsideEnquiry) => runOn(enquiry.id, () => settle(enquiry, 'discard')),
    discardAll,
  };
}

/** Enquiries awaiting a decision, streamed while the tab is visible; null until known. */
function useWaitingCount(): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    const stop = onStream('set-aside', ({ data }) => setCount(Number(data)));
    const close = streamWhileVisible();
    return () => {
      stop();
      close();
    };
  }, []);
  return count;
}

/** Tracks the rows with a running action. Rows run in parallel; one row never runs two actions at once. */
function useRowActions() {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());

  async function runOn(id: number, work: () => Promise<void>): Promise<void> {
    if (ids.has(id)) return;
    setIds((known) => new Set(known).add(id));
    try {
      await work();
    } finally {
      setIds((known) => new Set([...known].filter((other) => other !== id)));
    }
  }

  return { isRunning: (id: number) => ids.has(id), runOn };
}
