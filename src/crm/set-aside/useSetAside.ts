import { useState } from 'react';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { crmStrings } from '~/shared/strings/crm';
import { setAsideStrings } from '~/shared/strings/lead/set-aside';
import { ApiError } from '../api-client';
import { useUnderWay } from '../ui/forms/useUnderWay';
import { usePagedList } from '../ui/reading/usePagedList';
import { showToast } from '../ui/toasts/toasts';
import { discardAllSetAside, fetchSetAside, settleEnquiry, undoDiscardAll } from './set-aside-api';

const { toasts } = setAsideStrings;

const succeed = (text: string, undo?: () => void) =>
  showToast({ tone: 'success', text, ...(undo && { action: { label: crmStrings.undo, run: undo } }) });
const fail = (text: string) => showToast({ tone: 'error', text });

/** Newest first, as the server sorts them. */
const inOrder = (a: SetAsideEnquiry, b: SetAsideEnquiry) =>
  b.received_at.localeCompare(a.received_at) || b.id - a.id;

/** The list of enquiries that were set aside, and the actions on them. */
export function useSetAside(start: SetAsidePage | null) {
  const list = usePagedList({
    name: 'enquiries',
    start,
    query: undefined,
    fetchPage: (_, after, signal) => fetchSetAside(after, signal),
    failed: toasts.setAsideLoadFailed,
  });
  const [isDiscardingAll, setDiscardingAll] = useState(false);
  const { isUnderWay, during } = useUnderWay();

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
    accept: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'accept')),
    discard: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'discard')),
    discardAll,
  };
}
