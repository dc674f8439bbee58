import { useEffect, useRef, useState } from 'react';
import type { CompanyPage } from '~/shared/companies/company';
import type { PlanContents } from '~/shared/companies/enums';
import { panelPath } from '~/shared/leads/filter-params';
import { companyStrings } from '~/shared/strings/companies';
import { callApi } from '../api-client';
import { Button } from '../ui/Button';
import { InputField } from '../ui/forms/Field';
import { Icon } from '../ui/Icon';
import { belowLayers } from '../ui/layers/back';
import { EmptyList } from '../ui/reading/EmptyList';
import { pageParams } from '../ui/reading/page-params';
import { usePagedList } from '../ui/reading/usePagedList';
import { Table } from '../ui/Table';
import { COMPANY_GRID, CompanyRow } from './CompanyRow';
import { CreateCompanyDialog, type WonLead } from './CreateCompanyDialog';

const COLUMNS = Object.entries(companyStrings.columns).map(([key, title]) => ({
  key,
  title: key === 'actions' ? <span className="sr-only">{title}</span> : title,
}));

/** Debounce: not every letter makes a request. */
const DEBOUNCE_MS = 200;

type Props = {
  initial: CompanyPage | null;
  search: string;
  plans: PlanContents;
  /** The server's time, for the first paint. */
  now: number;
  /** A won lead to create an agency from. */
  wonLead: WonLead | null;
};

/** 'Inmobiliarias' in Gestión de CRM. `initial` is null if the server could not read them. */
export function CompaniesList({ initial, search: initialSearch, plans, now, wonLead }: Props) {
  const list = useCompanyList(initial, initialSearch);
  const { rows, q } = list;
  const [creating, setCreating] = useState<{ of: WonLead | null } | null>(null);
  // In an effect: the server renders no dialogs.
  useEffect(() => {
    if (wonLead) setCreating({ of: wonLead });
  }, [wonLead]);

  function close() {
    if (creating?.of) returnTo(creating.of);
    setCreating(null);
  }

  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <search className="w-full sm:w-80">
          <form
            action="/users"
            onSubmit={(event) => {
              event.preventDefault();
              list.searchNow();
            }}
          >
            <InputField
              label={companyStrings.search}
              hideLabel
              type="search"
              name="q"
              maxLength={200}
              placeholder={companyStrings.searchHint}
              value={q}
              onChange={(event) => list.search(event.target.value)}
              trailing={<Icon name="search" className="mr-2 size-5 text-ink-faint" />}
            />
          </form>
        </search>
        <Button look="primary" className="max-sm:w-full" onClick={() => setCreating({ of: null })}>
          <Icon name="plus" />
          {companyStrings.create}
        </Button>
      </div>

      {list.failure}
      {!list.failure && rows.length === 0 && (
        <EmptyList live>
          {q.trim() ? companyStrings.companiesNotFound : companyStrings.companiesEmpty}
          {!q.trim() && <span className="mt-1 block text-sm">{companyStrings.companiesNext}</span>}
        </EmptyList>
      )}
      {!list.failure && rows.length > 0 && (
        <>
          <div className="table-plate" aria-busy={list.loading !== null}>
            <Table label={companyStrings.companies} columns={COLUMNS} template={COMPANY_GRID}>
              {rows.map((company) => (
                <CompanyRow key={company.id} company={company} plans={plans} now={now} />
              ))}
            </Table>
          </div>
          {list.moreButton(companyStrings.more)}
          <ul className="flex flex-wrap gap-x-5 text-sm">
            <DownloadLink href="/api/companies/export" text={companyStrings.exportCompanies} />
            <DownloadLink href="/api/agents/export" text={companyStrings.exportAgents} />
          </ul>
        </>
      )}
      {creating && <CreateCompanyDialog lead={creating.of} firstPlan={plans.FREE.name} onClose={close} />}
    </div>
  );
}

/** Back to the lead the form was opened from; if that was in the panel, to the panel as it was. */
function returnTo({ id }: WonLead): void {
  const isFromPanel = document.referrer.startsWith(`${location.origin}/panel`);
  if (isFromPanel) belowLayers(() => history.back());
  else location.assign(panelPath({}, id));
}

function DownloadLink({ href, text }: { href: string; text: string }) {
  return (
    <li>
      <a
        href={href}
        download
        data-proof
        className="flex items-center gap-1.5 py-1.5 text-petrol underline-offset-4 hover:underline pointer-coarse:py-3"
      >
        <Icon name="download" className="size-4" />
        {text}
      </a>
    </li>
  );
}

/** The list of agencies with its search and paging. The first page was read on the server. */
function useCompanyList(initial: CompanyPage | null, initialSearch: string) {
  const list = usePagedList({
    name: 'companies',
    start: initial,
    query: initialSearch,
    fetchPage: (q: string, after: CompanyPage | null, signal) =>
      callApi<CompanyPage>(`/api/companies${pageParams(after, { q })}`, { signal }),
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
    typing.current = setTimeout(() => searchNow(text), DEBOUNCE_MS);
  }

  return { ...list, q, search, searchNow };
}
