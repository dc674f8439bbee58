import { useState } from 'react';
import type { SetAsideEnquiry, SetAsidePage } from '~/shared/enquiries/set-aside';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import { ApiError } from '../api-client';
import { useUnderWay } from '../ui/forms/useUnderWay';
import { showToast, showToastAlso } from '../ui/toasts/toasts';
import { discardAllSetAside, fetchSetAside, settleEnquiry, undoDiscardAll } from './set-aside-api';

const { toasts } = leadStrings;

const succeed = (text: string, undo?: () => void) =>
  showToast({ tone: 'success', text, ...(undo && { action: { label: crmStrings.undo, run: undo } }) });
const fail = (text: string) => showToast({ tone: 'error', text });

/** Latest first, as the server lists them. */
const inOrder = (a: SetAsideEnquiry, b: SetAsideEnquiry) =>
  b.received_at.localeCompare(a.received_at) || b.id - a.id;

/** Those of `more` that are not in `known` yet, and `known`, in their order. */
function join(known: SetAsideEnquiry[], more: SetAsideEnquiry[]): SetAsideEnquiry[] {
  const ids = new Set(known.map(({ id }) => id));
  return [...known, ...more.filter(({ id }) => !ids.has(id))].sort(inOrder);
}

/** The list of enquiries that were set aside, and what can be decided about them. */
export function useSetAside(start: SetAsidePage) {
  const [page, setPage] = useState(start);
  const [isLoading, setLoading] = useState(false);
  const [isDiscardingAll, setDiscardingAll] = useState(false);
  const { isUnderWay, during } = useUnderWay();

  const put = (change: (known: SetAsideEnquiry[]) => SetAsideEnquiry[]) =>
    setPage((known) => ({ ...known, enquiries: change(known.enquiries) }));

  async function settle(enquiry: SetAsideEnquiry, decision: 'accept' | 'discard') {
    const drop = () => put((known) => known.filter(({ id }) => id !== enquiry.id));
    try {
      await settleEnquiry(enquiry.id, decision);
      drop();
      if (decision === 'accept') succeed(toasts.accepted);
      else succeed(toasts.discarded, () => void restore(enquiry));
    } catch (error) {
      const code = error instanceof ApiError ? error.code : 'unexpected';
      // Somebody else decided first.
      if (code === 'not_found') drop();
      fail(error instanceof ApiError && code === 'invalid' ? error.message : toasts.setAsideFailed);
    }
  }

  async function restore(enquiry: SetAsideEnquiry) {
    try {
      await settleEnquiry(enquiry.id, 'restore');
      put((known) => join(known, [enquiry]));
      succeed(toasts.enquiriesRestored(1));
    } catch {
      fail(toasts.setAsideFailed);
    }
  }

  async function discardAll() {
    setDiscardingAll(true);
    try {
      const { discarded, undo } = await discardAllSetAside(page.until);
      succeed(toasts.discardedAll(discarded), () => void takeBack(undo));
      setPage((known) => ({ ...known, enquiries: [], next_cursor: null }));
      await readAgain();
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
      await readAgain();
    } catch {
      fail(toasts.setAsideFailed);
    }
  }

  /** Also shows what has come since, which a press on 'Descartar todas' then means as well. */
  async function readAgain() {
    try {
      setPage(await fetchSetAside());
    } catch {
      showToastAlso({ tone: 'error', text: toasts.setAsideLoadFailed });
    }
  }

  async function loadMore() {
    const from = page.next_cursor;
    setLoading(true);
    try {
      const { enquiries, next_cursor } = await fetchSetAside(from);
      // Not where all were discarded meanwhile.
      setPage((known) =>
        known.next_cursor === from
          ? { ...known, enquiries: join(known.enquiries, enquiries), next_cursor }
          : known,
      );
    } catch {
      fail(toasts.setAsideLoadFailed);
    } finally {
      setLoading(false);
    }
  }

  return {
    enquiries: page.enquiries,
    hasMore: page.next_cursor !== null,
    isLoading,
    isDiscardingAll,
    isUnderWay,
    accept: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'accept')),
    discard: (enquiry: SetAsideEnquiry) => during(enquiry.id, () => settle(enquiry, 'discard')),
    discardAll,
    loadMore,
  };
}
