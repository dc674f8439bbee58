import { useEffect, useRef, useState } from 'react';
import type { Delivery, DeliveryPage } from '~/shared/deliveries/delivery';
import type { DeliveryFilters } from '~/shared/deliveries/schema';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { showFailureOf } from '../api-client';
import { usePagedList } from '../ui/reading/usePagedList';
import { showToast } from '../ui/toasts/toasts';
import {
  discardDelivery,
  discardFailed,
  fetchDeliveries,
  resendDelivery,
  resendFailed,
  retryPending,
  sendTest,
  toParams,
  waitForAttempt,
} from './delivery-api';
import { describeTest } from './describe';

const { toasts } = deliveryStrings;

type Work = 'test' | 'resend-failed' | 'retry' | 'discard';

/** The log's list with its filters in the URL, and the actions on its messages. */
export function useDeliveries(initial: { page: DeliveryPage | null; filters: DeliveryFilters }) {
  const list = usePagedList({
    name: 'deliveries',
    start: initial.page,
    query: initial.filters,
    fetchPage: fetchDeliveries,
    failed: toasts.loadFailed,
  });
  const [filters, setFilters] = useState(initial.filters);
  const [work, setWork] = useState<Work | null>(null);
  /** The latest choice, before React renders it: otherwise the second of two quick choices would undo the first. */
  const chosen = useRef(filters);
  /** Once the user has left the page, no result is shown. */
  const left = useRef(false);
  useEffect(() => {
    left.current = false;
    return () => {
      left.current = true;
    };
  }, []);

  const counts = list.page?.counts ?? { pending: 0, failed: 0 };

  async function runWhileBusy<Result>(what: Work, failed: string, run: () => Promise<Result>) {
    setWork(what);
    try {
      return await run();
    } catch (error) {
      showFailureOf(failed, error);
      return undefined;
    } finally {
      setWork((current) => (current === what ? null : current));
    }
  }

  function filter(change: DeliveryFilters): void {
    const next = { ...chosen.current, ...change };
    chosen.current = next;
    setFilters(next);
    const params = new URLSearchParams(location.search);
    for (const name of ['state', 'kind', 'destination']) params.delete(name);
    for (const [name, value] of toParams(next)) params.set(name, value);
    history.replaceState(null, '', `?${params}`);
    void list.read(next);
  }

  const show = (delivery: Delivery) =>
    list.change((known) => known.map((item) => (item.id === delivery.id ? delivery : item)));

  /** Resolves with the message after its attempt. */
  async function resend(id: number): Promise<Delivery | undefined> {
    try {
      const waiting = await resendDelivery(id);
      showToast({ tone: 'success', text: toasts.resent });
      show(waiting);
      const tried = await waitForAttempt(waiting);
      if (left.current) return tried;
      show(tried);
      void list.read();
      return tried;
    } catch (error) {
      showFailureOf(toasts.resendFailed, error);
      return undefined;
    }
  }

  /** Runs a bulk action, says how many, and re-reads the list. */
  function runBulk(
    what: Work,
    failed: string,
    run: () => Promise<number>,
    describe: (count: number) => string,
  ): Promise<void> {
    return runWhileBusy(what, failed, async () => {
      showToast({ tone: 'success', text: describe(await run()) });
      await list.read();
    });
  }

  const resendAllFailed = () => runBulk('resend-failed', toasts.resendFailed, resendFailed, toasts.resentMany);
  const retryAllPending = () => runBulk('retry', toasts.retryFailed, retryPending, toasts.retried);
  const discardAllFailed = () => runBulk('discard', toasts.discardFailed, discardFailed, toasts.discarded);
  const discard = (id: number) =>
    runBulk('discard', toasts.discardFailed, () => discardDelivery(id).then(() => 1), toasts.discarded);

  function test(): Promise<void> {
    const sent = counts.pending > 0 ? toasts.testSentAndResumed : toasts.testSent;
    return runWhileBusy('test', toasts.testRefused, async () => {
      const waiting = await sendTest();
      await list.read();
      const tried = await waitForAttempt(waiting);
      if (left.current) return;
      showToast(describeTest(tried, sent));
      await list.read();
    });
  }

  return {
    ...list,
    counts,
    filters,
    work,
    filter,
    resend,
    resendAllFailed,
    retryAllPending,
    discardAllFailed,
    discard,
    test,
  };
}
