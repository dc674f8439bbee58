import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import { toQuery } from '~/shared/leads/filter-params';
import { LEAD_STATUSES, type Lead } from '~/shared/leads/lead';
import { whatsappLink } from '~/shared/leads/whatsapp';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import type { DialogActions } from '../lead/LeadDialog';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { Loading } from '../ui/Spinner';
import { Table } from '../ui/Table';
import { useStable } from '../ui/useStable';
import { $creatingLead } from './create-store';
import { LeadCounters } from './LeadCounters';
import { LeadFilters } from './LeadFilters';
import { LeadRow, type RowActions } from './LeadRow';
import { changeDialog, loadDialogs } from './load-dialogs';
import { useGate } from './useGate';
import { useOpenLead } from './useOpenLead';
import { type PanelStart, usePanel } from './usePanel';
import { type Shortcuts, useShortcuts } from './useShortcuts';
import { useSlideIn } from './useSlideIn';

const LeadDialog = lazy(async () => ({ default: (await loadDialogs()).LeadDialog }));
const CreateLeadDialog = lazy(async () => ({ default: (await loadDialogs()).CreateLeadDialog }));
const RemoveLeadDialog = lazy(async () => ({ default: (await loadDialogs()).RemoveLeadDialog }));
const ShortcutsDialog = lazy(async () => ({ default: (await loadDialogs()).ShortcutsDialog }));

const COLUMNS = Object.entries(leadStrings.columns).map(([key, title]) => ({ key, title }));

const LINK = 'rounded py-1 font-medium text-petrol underline-offset-4 hover:underline pointer-coarse:py-3';

/** The panel's counters and list, alive. What it starts with was read on the server. */
export function LeadsPanel({
  user,
  now,
  whatsappTemplate,
  setAsideCount,
  linkedLead,
  start,
}: {
  start: PanelStart;
  user: SessionUser;
  now: number;
  whatsappTemplate: string;
  setAsideCount: number;
  linkedLead: Lead | null;
}) {
  const { open, wanted, show: setOpen, followAddress } = useOpenLead(linkedLead);
  const list = useRef<HTMLDivElement>(null);
  const gate = useGate(list);
  const panel = usePanel(start, open?.lead.id, gate);
  const [removing, setRemoving] = useState<Lead | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { leads, filters, actions } = panel;

  const isUnread = panel.isOfOthers && panel.loading !== 'list';
  const isOfAll = toQuery({ ...filters, orden: undefined }) === '';
  const first = leads[0]?.id;
  useSlideIn(list, first, first !== undefined && panel.fresh.has(first), gate);

  // Not `useStore`: what that hears is drawn before the press is answered.
  useEffect(() => $creatingLead.subscribe((value) => changeDialog(() => setCreating(value))), []);

  useEffect(() => {
    // Whoever opens a dialog that cannot be fetched learns it there.
    const preload = () => void loadDialogs().catch(() => {});
    const reaching = ['pointerover', 'focusin'] as const;
    for (const name of reaching) document.addEventListener(name, preload, { once: true });
    // Safari has no idle callbacks: there whoever reaches for the panel fetches them.
    const waiting = window.requestIdleCallback?.(preload);
    return () => {
      for (const name of reaching) document.removeEventListener(name, preload);
      if (waiting !== undefined) cancelIdleCallback(waiting);
    };
  }, []);

  const listed = open && leads.find((lead) => lead.id === open.lead.id);
  const openLead = open && (listed ?? panel.find(open.lead));
  const place = useRef(0);
  if (listed) place.current = leads.indexOf(listed);

  /** Goes to the next or the previous lead of the list; from one that left it, to who took its place. */
  function step(by: 1 | -1) {
    const from = wanted.current;
    if (!from) return;
    const at = leads.findIndex(({ id }) => id === from.lead.id);
    const lead = at === -1 ? leads[place.current + (by === -1 ? by : 0)] : leads[at + by];
    if (lead) setOpen({ lead, tab: from.tab });
  }

  function focusRow(by: 1 | -1) {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>('[data-lead-id]') ?? [])];
    const current = rows.findIndex((row) => row.contains(document.activeElement));
    const row = rows[current === -1 ? 0 : current + by];
    row?.focus();
    row?.scrollIntoView({ block: 'nearest' });
  }

  function currentLead(): Lead | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[data-lead-id]');
    return leads.find((lead) => String(lead.id) === row?.dataset.leadId);
  }

  function openWhatsapp(lead: Lead) {
    const link = whatsappLink(lead, whatsappTemplate);
    if (!link) return;
    window.open(link, '_blank', 'noopener,noreferrer');
    void actions.noteWhatsapp(lead);
  }

  const isBlocked = Boolean(removing) || isCreating || isHelpOpen;
  useShortcuts(isBlocked ? {} : shortcutsFor(openLead ?? undefined));

  function shortcutsFor(opened: Lead | undefined): Shortcuts {
    const target = () => opened ?? currentLead();
    const withTarget = (work: (lead: Lead) => void) => () => {
      const lead = target();
      if (lead) work(lead);
    };
    const statuses = LEAD_STATUSES.map((estado, index) => [
      String(index + 1),
      withTarget((lead) => void actions.changeStatus(lead, estado)),
    ]);
    return {
      ...Object.fromEntries(statuses),
      j: () => (wanted.current ? step(1) : focusRow(1)),
      k: () => (wanted.current ? step(-1) : focusRow(-1)),
      w: withTarget(openWhatsapp),
      n: withTarget((lead) => setOpen({ lead, tab: 'notes' })),
      '?': () => setHelpOpen(true),
      ...(!opened && {
        '/': () => search.current?.focus(),
      }),
    };
  }

  async function retry() {
    // The page may name a lead that could not be read either.
    if (await actions.reload()) await followAddress();
  }

  const rowActions = useStable<RowActions>({
    onOpen: (lead, tab) => setOpen({ lead, tab }),
    onChangeStatus: actions.changeStatus,
    onWhatsapp: actions.noteWhatsapp,
    onRemove: (lead) => changeDialog(() => setRemoving(lead)),
  });

  const dialogActions = useStable<DialogActions>({
    onTab: (tab) => open && setOpen({ ...open, tab }),
    onStep: step,
    onClose: () => setOpen(null),
    onRemove: () => setRemoving(openLead),
  });

  return (
    <div className="grid gap-5">
      <LeadCounters counters={panel.counters} filters={filters} onChoose={actions.setFilters} />
      <LeadFilters filters={filters} searchRef={search} onChange={actions.setFilters} />
      <section aria-labelledby="recientes" className="min-w-0">
        <div className="mb-3 flex min-h-6 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h2 id="recientes" className="text-lg font-semibold tracking-tight">
            {leadStrings.recent}
          </h2>
          {panel.loading === 'list' ? (
            <Loading className="text-sm" />
          ) : (
            !isUnread && (
              <p className="text-sm text-ink-soft">
                {leadStrings.howMany(leads.length, panel.next_cursor !== null)}
              </p>
            )
          )}
          {/* Here, and not among the filters: those would move from under whoever is choosing. */}
          <div className="ml-auto flex flex-wrap items-baseline gap-x-4 text-sm">
            {toQuery(filters) !== '' && (
              <button type="button" onClick={() => actions.setFilters({})} className={LINK}>
                {leadStrings.filters.clear}
              </button>
            )}
            <nav aria-label={leadStrings.otherLists} className="flex flex-wrap items-baseline gap-x-4">
              {setAsideCount > 0 && (
                <a href="/panel/apartadas" className={LINK}>
                  {leadStrings.setAside.title} ({setAsideCount})
                </a>
              )}
              <a href="/panel/papelera" className={LINK}>
                {leadStrings.trash.title}
              </a>
              <button type="button" onClick={() => setHelpOpen(true)} className={`${LINK} max-lg:hidden`}>
                {leadStrings.shortcuts.title}
              </button>
            </nav>
          </div>
        </div>
        <p role="status" className="sr-only">
          {leads
            .filter((lead) => panel.fresh.has(lead.id))
            .slice(0, 1)
            .map((lead) => leadStrings.arrived(lead.nombre))}
        </p>
        {isUnread ? (
          <LoadFailed text={leadStrings.toasts.loadFailed} onRetry={() => void retry()} />
        ) : leads.length === 0 ? (
          <p className="rounded-xl bg-white px-5 py-14 text-center text-ink-soft shadow-card">
            {panel.isOfOthers ? '\u00a0' : isOfAll ? leadStrings.empty : leadStrings.emptyFiltered}
          </p>
        ) : (
          <div
            ref={list}
            aria-busy={panel.loading === 'list'}
            className={`lg:rounded-xl lg:bg-white lg:shadow-card ${panel.loading === 'list' ? 'opacity-60' : ''}`}
          >
            <Table label={leadStrings.recent} columns={COLUMNS} template="lead-columns">
              {leads.map((lead) => (
                <LeadRow
                  key={lead.id}
                  lead={lead}
                  fresh={panel.fresh.has(lead.id)}
                  now={now}
                  whatsappTemplate={whatsappTemplate}
                  actions={rowActions}
                />
              ))}
            </Table>
          </div>
        )}
        {panel.next_cursor && !isUnread && (
          <div className="mt-4 text-center">
            <Button onClick={actions.loadMore} busyLabel={panel.loading === 'more' && crmStrings.loading}>
              {leadStrings.more}
            </Button>
          </div>
        )}
      </section>
      <CrashBoundary className="fixed inset-x-4 bottom-4 z-40 mx-auto max-w-xl shadow-float">
        <Suspense
          fallback={
            <Loading className="fixed inset-x-0 bottom-6 mx-auto w-fit rounded-full bg-white px-4 py-2 shadow-float" />
          }
        >
          {open && (
            <LeadDialog
              lead={openLead ?? open.lead}
              isGone={openLead === null}
              revision={panel.heard[open.lead.id] ?? 0}
              tab={open.tab}
              position={listed ? place.current + 1 : null}
              total={leads.length}
              actions={dialogActions}
              user={user}
              whatsappTemplate={whatsappTemplate}
              panel={actions}
            />
          )}
          {isCreating && (
            <CreateLeadDialog onCreated={actions.addCreated} onClose={() => $creatingLead.set(false)} />
          )}
          {removing && (
            <RemoveLeadDialog
              lead={removing}
              onRemove={actions.remove}
              onRemoved={() => {
                if (open?.lead.id === removing.id) setOpen(null);
              }}
              onClose={() => changeDialog(() => setRemoving(null))}
            />
          )}
          {isHelpOpen && <ShortcutsDialog onClose={() => setHelpOpen(false)} />}
        </Suspense>
      </CrashBoundary>
    </div>
  );
}
