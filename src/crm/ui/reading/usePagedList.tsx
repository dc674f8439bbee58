import { useEffect, useRef, useState } from 'react';
import { describeReadFailure } from '~/crm/api-client';
import type { Page } from '~/shared/paging';
import { useReconnect } from '../connection';
import { readFailure, showToast, showToastAlso } from '../toasts/toasts';
import { useStable } from '../useStable';
import { LoadFailed } from './LoadFailed';
import { LoadMore } from './LoadMore';
import { useReturn, whenStill } from './useReturn';

type Cursor = string | number;
type Row = { id: number };

/**
 * A list that grows by pages; the first one comes with the page. `read` re-reads the first page, or another query's.
 * When somebody comes back to the page, all shown pages are re-read, and shown once nothing is being pressed or typed.
 * Answers to outdated requests are ignored, and a row that moved between pages is shown once. Failures toast `failed`,
 * and `failure` replaces rows that could not be read.
 */
export function usePagedList<Name extends string, Query, Of extends Page<Name, Row, Cursor>>({
  name,
  start,
  query,
  fetchPage,
  failed,
}: {
  /** Key of the rows in a page. */
  name: Name;
  /** The first page; null if the server could not read it. */
  start: Of | null;
  query: Query;
  /** Fetches the page following `after`, or the first one. */
  fetchPage: (query: Query, after: Of | null, signal: AbortSignal) => Promise<Of>;
  failed: string;
}) {
  const [page, setPage] = useState(start);
  const [loading, setLoading] = useState<'first' | 'more' | null>(null);
  /** No rows yet, or only an older query's. */
  const [isUnread, setUnread] = useState(start === null);
  const asked = useRef(query);
  const shown = useRef(start === null ? null : { query });
  const request = useRef<AbortController>(null);
  /** The read that failed last; retried on reconnect. */
  const missed = useRef<'first' | 'more'>(null);
  const startsUnread = useRef(start === null);

  useEffect(() => {
    if (startsUnread.current) showToast(readFailure(failed));
  }, [failed]);

  async function ask(what: 'first' | 'more', after: Of | null, isAfterAct = false): Promise<void> {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setLoading(what);
    try {
      const found = await fetchPage(asked.current, after, own.signal);
      if (own.signal.aborted) return;
      shown.current = { query: asked.current };
      setUnread(false);
      missed.current = null;
      setPage((known) => (what === 'more' && known ? append(name, known, found) : found));
    } catch (error) {
      if (own.signal.aborted) return;
      missed.current = what;
      setUnread(shown.current === null || shown.current.query !== asked.current);
      // After an action its toast stays, and this one is added.
      (isAfterAct ? showToastAlso : showToast)(describeReadFailure(failed, error));
    }
    setLoading(null);
  }

  useReconnect(() => {
    // If nothing is shown, LoadFailed retries.
    if (missed.current && !isUnread) void ask(missed.current, missed.current === 'more' ? page : null);
  });

  async function readShown(signal: AbortSignal): Promise<Of> {
    let found = await fetchPage(asked.current, null, signal);
    while (found.next_cursor != null && found[name].length < (page?.[name].length ?? 0))
      found = append(name, found, await fetchPage(asked.current, found, signal));
    return found;
  }

  /** Does not disturb a reading that somebody waits for, and any later one ends it. */
  async function revisit(): Promise<void> {
    if (isUnread) return ask('first', null);
    if (loading) return;
    const own = new AbortController();
    request.current = own;
    const seen = page;
    try {
      const found = await readShown(own.signal);
      missed.current = null;
      if (JSON.stringify(found) === JSON.stringify(seen)) return;
      await whenStill();
      setPage((known) => (known === seen && !own.signal.aborted ? found : known));
    } catch (error) {
      if (own.signal.aborted) return;
      missed.current = 'first';
      showToastAlso(describeReadFailure(failed, error));
    }
  }
  useReturn(revisit);

  const { read, more, change } = useStable({
    /** Without a query, re-reads the same one after an action. */
    read: (next?: Query) => {
      if (next !== undefined) asked.current = next;
      return ask('first', null, next === undefined);
    },
    more: () => ask('more', page),
    /** Replaces the shown rows. */
    change: (next: (rows: Of[Name]) => Of[Name]) =>
      setPage((known) => known && { ...known, [name]: next(known[name]) }),
  });

  const hasMore = !isUnread && page?.next_cursor != null;
  return {
    page,
    rows: page?.[name] ?? ([] as unknown as Of[Name]),
    loading,
    hasMore,
    read,
    change,
    failure: isUnread ? <LoadFailed text={failed} busy={loading === 'first'} onRetry={() => void read()} /> : null,
    /** The button that reads the next page, if there is one. */
    moreButton: (text: string) =>
      hasMore && <LoadMore text={text} busy={loading === 'more'} onPress={() => void more()} />,
  };
}

function append<Name extends string, Of extends Page<Name, Row, Cursor>>(name: Name, known: Of, found: Of): Of {
  const ids = new Set(known[name].map(({ id }) => id));
  return { ...found, [name]: [...known[name], ...found[name].filter(({ id }) => !ids.has(id))] };
}
