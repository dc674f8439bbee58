import { useEffect, useRef, useState } from 'react';
import type { CompanyPage } from '~/shared/companies/company';
import { companyStrings } from '~/shared/strings/companies';
import { usePagedList } from '../ui/reading/usePagedList';
import { fetchCompanies } from './company-api';

/** Debounce: not every letter makes a request. */
const TYPING_PAUSE_MS = 200;

/** The list of agencies with its search and paging. The first page was read on the server. */
export function useCompanyList(initial: CompanyPage | null, initialSearch: string) {
  const list = usePagedList({
    name: 'companies',
    start: initial,
    query: initialSearch,
    fetchPage: fetchCompanies,
    failed: companyStrings.toasts.listFailed,
  });
  const [q, setQ] = useState(initialSearch);
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => () => clearTimeout(typing.current), []);

  function searchNow(text = q) {
    clearTimeout(typing.current);
    void list.read(text);
  }

  function search(text: string) {
    setQ(text);
    const address = new URL(location.href);
    if (text.trim()) address.searchParams.set('q', text);
    else address.searchParams.delete('q');
    history.replaceState(history.state, '', address);
    clearTimeout(typing.current);
    typing.current = setTimeout(() => searchNow(text), TYPING_PAUSE_MS);
  }

  return { ...list, q, search, searchNow };
}
