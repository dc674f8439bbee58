import { type RefObject, useEffect, useRef, useState } from 'react';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { setAsideStrings } from '~/shared/strings/set-aside';
import { ApiError } from '../api-client';
import { useUnderWay } from '../ui/forms/useUnderWay';
import { usePagedList } from '../ui/reading/usePagedList';
import { showToast } from '../ui/toasts/toasts';
import { useStable } from '../ui/useStable';
import { discardAllSetAside, fetchSetAside, settleEnquiry, undoDiscardAll } from './set-aside-api';
import { useWaitingCount } from './useWaitingCount';

const { toasts } = setAsideStrings;

/** The server's count reflects a decision made here up to a second later. */
const SETTLES_MS = 1500;

const succeed = (text: string, undo?: () => void) => showToast({ tone: 'success', text, undo });
const fail = (text: string) => showToast({ tone: 'error', text });

/** Newest first, as the server sorts them. */
const inOrder = (a: SetAsideEnquiry, b: SetAsideEnquiry) =>
  b.received_at.localeCompare(a.received_at) || b.id - a.id;

/** The enquiries set aside, kept up to date in their `region`, and the actions on them. */
export function useSetAside(start: SetAsidePage | null, region: RefObject<HTMLElement | null>) {
  const list = usePagedList({
    name: 'enquiries',
    start,
    query: undefined,
    fetchPage: (_, after, signal) => fetchSetAside(after, signal),
    failed: toasts.setAsideLoadFailed,
  });
  const [isDiscardingAll, setDiscardingAll] = useState(false);
  const { isUnderWay, during } = useUnderWay();
  const waiting = useWaitingCount();
  /** How many waited when the list was read, if it has more pages. */
  const waited = useRef<number>(null);
  const isAtRest = !isDiscardingAll && !list.loading && !list.rows.some(({ id }) => isUnderWay(id));
  const isOther = isAtRest && waiting !== null && differs(waiting);
  const [isOutdated, setOutdated] = useState(false);

  function differs(count: number): boolean {
    if (list.page?.next_cursor == null) return list.page !== null && count !== list.rows.length;
    waited.current ??= count;
    return count > waited.current;
  }

  const { catchUp, settleDown } = useStable({
    catchUp: async () => {
      setOutdated(false);
      waited.current = waiting;
      await list.read();
    },
    settleDown: () => {
      // Nothing moves under the hand of somebody deciding until they ask for it.
      if (region.current?.matches(':hover, :focus-within')) setOutdated(true);
      else void catchUp();
    },
  });
  useEffect(() => {
    setOutdated(false);
    const timer = isOther ? setTimeout(settleDown, SETTLES_MS) : undefined;
    return () => clearTimeout(timer);
  }, [isOther, settleDown]);

  async function settle(enquiry: SetAsideEnquiry, decision: 'accept' | 'discard') {
    const drop = () => list.change((known) => known.filter(({ id }) => id !== enquiry.id));
    try {
      await settleEnquiry(enquiry.id, decision);
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

  async function restore(enquiry: SetAsideEnquiry) {
    try {
      await settleEnquiry(enquiry.id, 'restore');
      list.change((known) => [...known.filter(({ id }) => id !== enquiry.id), enquiry].sort(inOrder));
      succeed(toasts.enquiriesRestored(1));
    } catch {
      fail(toasts.setAsideFailed);
    }
  }

  async function discardAll() {
    setDiscardingAll(true);
    try {
      const { discarded, undo } = await discardAllSetAside(until);
      succeed(toasts.discardedAll(discarded), () => void takeBack(undo));
      list.change(() => []);
      await list.read();
    } catch {
      fail(toasts.setAsideFailed);
    } finally {
      setDiscardingAll(false);
    }
  }

  async function takeBack(undo: string) {
    try {
      const { restored } = await undoDiscardAll(undo);
      succeed(toasts.enquiriesRestored(restored));
      await list.read();
    } catch {
      fail(toasts.setAsideFailed);
    }
  }

  const until = list.page?.until ?? 0;

  return {
    ...list,
    isDiscardingAll,
    isUnderWay,
    isOutdated,
    catchUp,
    accept: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'accept')),
    discard: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'discard')),
    discardAll,
  };
}
