import { useRef, useState } from 'react';
import { describeFailure } from '~/crm/api-client';
import type { Page } from '~/shared/paging';
import { showToastAlso } from '../toasts/toasts';
import { useStable } from '../useStable';

type Cursor = string | number;
type Row = { id: number };

/**
 * A list that the page came with and that grows by pages. `read` asks for the first page again, for another query where
 * one is given; `more` for the one behind the last. An answer that a later question overtook is dropped, a row that
 * moved from one page to another stands once, and what fails is told with `failed`.
 */
export function usePagedList<Name extends string, Query, Of extends Page<Name, Row, Cursor>>({
  name,
  start,
  query,
  fetchPage,
  failed,
}: {
  /** Under which name the pages hold their rows. */
  name: Name;
  /** The first page; null where the server could not read it. */
  start: Of | null;
  query: Query;
  /** Asks for the page behind `after`, or for the first one. */
  fetchPage: (query: Query, after: Of | null, signal: AbortSignal) => Promise<Of>;
  failed: string;
}) {
  const [page, setPage] = useState(start);
  const [loading, setLoading] = useState<'first' | 'more' | null>(null);
  /** The rows are none, or those of another query than the one asked for last. */
  const [isUnread, setUnread] = useState(start === null);
  const asked = useRef(query);
  const shown = useRef(start === null ? null : { query });
  const request = useRef<AbortController>(null);

  async function ask(what: 'first' | 'more', after: Of | null): Promise<void> {
    request.current?.abort();
    const own = new AbortController();
    request.current = own;
    setLoading(what);
    try {
      const found = await fetchPage(asked.current, after, own.signal);
      if (own.signal.aborted) return;
      shown.current = { query: asked.current };
      setUnread(false);
      setPage((known) => (what === 'more' && known ? append(name, known, found) : found));
    } catch (error) {
      if (own.signal.aborted) return;
      setUnread(shown.current?.query !== asked.current);
      // Beside what else a toast tells and offers: the list may be read because of it.
      showToastAlso({ tone: 'error', text: describeFailure(error, failed) });
    }
    setLoading(null);
  }

  const { read, more, change } = useStable({
    read: (next: Query = asked.current) => {
      asked.current = next;
      return ask('first', null);
    },
    more: () => ask('more', page),
    /** Puts other rows in the place of those that are shown. */
    change: (next: (rows: Of[Name]) => Of[Name]) =>
      setPage((known) => known && { ...known, [name]: next(known[name]) }),
  });

  return { page, rows: page?.[name] ?? ([] as unknown as Of[Name]), loading, isUnread, read, more, change };
}

function append<Name extends string, Of extends Page<Name, Row, Cursor>>(
  name: Name,
  known: Of,
  found: Of,
): Of {
  const ids = new Set(known[name].map(({ id }) => id));
  return { ...found, [name]: [...known[name], ...found[name].filter(({ id }) => !ids.has(id))] };
}
