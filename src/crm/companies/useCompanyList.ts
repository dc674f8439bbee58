import { useEffect, useRef, useState } from 'react';
import type { Company } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { showToast } from '../ui/toasts/toasts';
import { type CompanyPage, fetchCompanies } from './company-api';

/** Long enough not to ask at every letter, short enough to feel at once. */
const TYPING_PAUSE_MS = 200;

/** The list of agencies as it is searched and paged through; what it starts with was read on the server. */
export function useCompanyList(initial: CompanyPage | null, initialSearch: string) {
  const [page, setPage] = useState(initial);
  const [q, setQ] = useState(initialSearch);
  const [busy, setBusy] = useState(false);
  const request = useRef<AbortController>(null);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    if (initial === null) showToast({ tone: 'error', text: companyStrings.toasts.listFailed });
    return () => clearTimeout(typing.current);
  }, [initial]);

  /** Asks for the first page, or for the one behind `cursor`; an answer that a later question overtook is dropped. */
  async function load(search: string, cursor?: string) {
    clearTimeout(typing.current);
    request.current?.abort();
    const controller = new AbortController();
    request.current = controller;
    setBusy(true);
    try {
      const found = await fetchCompanies({ q: search, ...(cursor && { cursor }) }, controller.signal);
      setPage((known) =>
        cursor && known ? { ...found, companies: [...known.companies, ...found.companies] } : found,
      );
    } catch {
      if (controller.signal.aborted) return;
      // What was found before is no answer to this search; its place says so and tries again.
      if (!cursor) setPage(null);
      showToast({ tone: 'error', text: companyStrings.toasts.listFailed });
    }
    setBusy(false);
  }

  function search(text: string) {
    setQ(text);
    const address = new URL(location.href);
    if (text.trim()) address.searchParams.set('q', text);
    else address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => void load(text), TYPING_PAUSE_MS);
  }

  /** A new agency is the newest: it stands on top, and a search that might hide it ends. */
  function add(company: Company) {
    if (q) {
      search('');
      void load('');
    } else {
      setPage((known) => known && { ...known, companies: [company, ...known.companies] });
    }
  }

  return {
    page,
    q,
    busy,
    search,
    searchNow: () => void load(q),
    showMore: () => page?.next_cursor && void load(q, page.next_cursor),
    add,
  };
}
