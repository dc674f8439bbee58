import { useStore } from '@nanostores/react';
import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import { LEAD_STATUSES, type LeadStatus } from '~/shared/leads/enums';
import { toQuery } from '~/shared/leads/filter-params';
import type { Lead } from '~/shared/leads/lead';
import { unpackLeads } from '~/shared/leads/packed';
import type { SavedView } from '~/shared/leads/views';
import { usualLink } from '~/shared/messages/compose';
import type { MessageSet } from '~/shared/messages/template';
import { crmStrings } from '~/shared/strings/crm';
import { leadStrings } from '~/shared/strings/leads';
import type { DialogActions } from '../lead/LeadDialog';
import { $otherMessage } from '../lead/messages/other-message';
import { $phoneToFix } from '../lead/phone-to-fix';
import { $answering, $stepAsked, stepAfter } from '../lead/status-steps';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { Loading } from '../ui/Spinner';
import { useStable } from '../ui/useStable';
import { readLastAct } from './bulk/last-act';
import { BulkBar } from './bulk/load-bulk';
import { useChosen } from './bulk/useChosen';
import { $creatingLead } from './create-store';
import { LeadCounters } from './list/LeadCounters';
import { LeadFilters } from './list/LeadFilters';
import { LeadListHead } from './list/LeadListHead';
import type { RowActions } from './list/LeadRow';
import { LeadTable } from './list/LeadTable';
import { MoreActions } from './list/MoreActions';
import { NoLeads } from './list/NoLeads';
import { WaitingHead } from './list/WaitingHead';
import { areDialogsThere, changeDialog, dialogs, preloadDialogs } from './load-dialogs';
import { type PackedStart, usePanel } from './usePanel';
import { usePointing } from './usePointing';
import { type Shortcuts, useShortcuts } from './useShortcuts';
import { useViews } from './views/useViews';
import { ViewChips } from './views/ViewChips';
import { useWalk } from './walk/useWalk';

const LeadDialog = lazy(dialogs.part('LeadDialog'));
const OtherDialogs = lazy(dialogs.part('OtherDialogs'));
// A separate script: it reads its messages when it opens.
const Later = lazy(async () => ({ default: (await import('./Later')).Later }));

/** The bar's first action for the chosen leads, or for the last act. */
const BAR_BUTTON = '.bulk-actions > button, .bulk-last button';

/** The panel: counters, filters, list and open lead, kept up to date. It starts with what the server has read. */
export function LeadsPanel({
  user,
  now,
  messages: messagesBefore,
  setAsideCount: setAsideBefore,
  sound,
  siteUrl,
  staff,
  plans,
  savedViews: savedBefore,
  start,
}: {
  start: PackedStart;
  user: SessionUser;
  now: number;
  messages: MessageSet;
  setAsideCount: number;
  /** Whether new enquiries ring. */
  sound: boolean;
  siteUrl: string;
  /** Who may own leads. */
  staff: readonly Colleague[];
  /** Plan names by id. */
  plans: Record<string, string>;
  savedViews: readonly SavedView[];
}) {
  const list = useRef<HTMLDivElement>(null);
  const unpacked = useMemo(() => {
    const { read } = start;
    return { ...start, read: read && { ...read, leads: unpackLeads(read.leads) } };
  }, [start]);
  const panel = usePanel(unpacked, user.id);
  const [setAsideCount, setSetAside] = useState(setAsideBefore);
  const [messages, setMessages] = useState(messagesBefore);
  const [isSettled, setSettled] = useState(false);
  useEffect(() => setSettled(true), []);
  // A bulk change from before a reload can still be undone.
  useEffect(() => {
    if (readLastAct(user.id)) setBar(true);
  }, [user.id]);
  const pointing = usePointing(panel.hold, () => $answering.get() ?? panel.release());
  const [removing, setRemoving] = useState<Lead | null>(null);
  const [isHelpOpen, setHelpOpen] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const search = useRef<HTMLInputElement>(null);
  const { rows, openRow, address, actions } = panel;
  const { filters, showList } = address;
  const [saved, setSaved] = useState(savedBefore);
  const views = useViews(
    { counters: panel.counters, today: panel.today, userId: user.id, filters },
    saved,
    showList,
  );
  const chosen = useChosen(rows, toQuery(filters));
  const [isRemovingMany, setRemovingMany] = useState(false);
  /** Set once a row is chosen, and then stays: it shows a change's progress. */
  const [hasBar, setBar] = useState(false);
  if (!hasBar && (chosen.isOpen || chosen.ids.size > 0)) setBar(true);

  const isUnread = panel.isOfOthers && panel.loading !== 'list';
  // Re-reading the same list is silent, as while somebody changes hundreds of its leads.
  const isLoading = panel.isOfOthers && panel.loading === 'list';
  const arrived = rows.find(({ isFresh }) => isFresh)?.lead.nombre;

  // Not useStore: it renders synchronously, so the button would react only after the dialog is drawn.
  useEffect(() => $creatingLead.subscribe((value) => changeDialog(() => setCreating(value))), []);

  useEffect(preloadDialogs, []);

  const openLead = openRow && !openRow.isGone ? openRow.lead : undefined;
  const position = rows.findIndex(({ lead }) => lead.id === openRow?.lead.id);
  // After a key its row is marked at once, and the sheet follows a frame later: drawing it takes a slow phone several.
  // Not where a note is to be written: its letters would be taken for shortcuts meanwhile.
  const isDrawn = useDeferredValue(address.leadId !== undefined) || address.writing > 0;
  const isComing = openRow !== undefined && !isDrawn && areDialogsThere();
  const walk = useWalk(list, panel, isComing ? undefined : address.leadId, removing, start.linked?.id);

  function openWhatsapp(lead: Lead) {
    const link = usualLink(lead, 'whatsapp', messages);
    if (!link) return;
    window.open(link, '_blank', 'noopener,noreferrer');
    void actions.noteContact(lead, 'whatsapp');
  }

  /** Like a press on its badge, which asks the follow-up. */
  function chooseStatus(lead: Lead, estado: LeadStatus) {
    const step = estado === lead.estado ? null : stepAfter(estado);
    void actions.changeStatus(lead, estado);
    if (!step) return;
    const inSheet = lead.id === openRow?.lead.id;
    if (!inSheet) $answering.set(lead.id);
    $stepAsked.set({ leadId: lead.id, step, inSheet });
  }

  /** Like a press on its row's button; for an unlisted lead, its own field. */
  function planNext(lead: Lead) {
    const row = list.current?.querySelector(`[data-lead-id="${lead.id}"]`);
    row?.querySelector<HTMLElement>('.lead-next')?.click();
  }

  const otherMessage = useStore($otherMessage);
  const isBlocked = otherMessage !== null || Boolean(removing) || isCreating || isHelpOpen || isRemovingMany;
  const hasDialog = isBlocked || (openRow !== undefined && !walk.isWide);
  useEffect(() => {
    if (hasDialog) panel.release();
  }, [hasDialog, panel.release]);
  useShortcuts(() => {
    if (isBlocked) return {};
    // What loads next may be the box that a note's letters are meant for.
    return openLead && !areDialogsThere() ? { Escape: address.close } : shortcutsFor(openLead);
  });

  function shortcutsFor(opened: Lead | undefined): Shortcuts {
    const target = () => walk.findFocused() ?? opened;
    const withTarget = (work: (lead: Lead) => void) => () => {
      const lead = target();
      if (lead) work(lead);
    };
    const statuses = LEAD_STATUSES.map((estado, index) => [
      String(index + 1),
      withTarget((lead) => chooseStatus(lead, estado)),
    ]);
    return {
      ...Object.fromEntries(statuses),
      j: () => (address.latest.current.leadId === undefined ? walk.focusRow(1) : walk.step(1)),
      k: () => (address.latest.current.leadId === undefined ? walk.focusRow(-1) : walk.step(-1)),
      w: withTarget(openWhatsapp),
      p: withTarget(planNext),
      n: withTarget((lead) => address.open(lead.id, 'notes', { toWrite: true })),
      x: (event) => withTarget(({ id }) => chosen.toggle(id, event.shiftKey))(),
      // A shortcut past the hundreds of controls between a row and the bar.
      ...(hasBar && { a: () => document.querySelector<HTMLElement>(BAR_BUTTON)?.focus() }),
      ...(!opened && chosen.ids.size > 0 && { Escape: chosen.end }),
      ...(isComing && { Escape: address.close }),
      '?': () => setHelpOpen(true),
      ...((!opened || walk.isWide) && {
        '/': () => search.current?.focus(),
      }),
    };
  }

  /** Shows the leads that arrived meanwhile and focuses the first. */
  function showArrivals() {
    flushSync(panel.release);
    const first = list.current?.querySelector<HTMLElement>('[data-lead-id]');
    first?.focus();
    first?.scrollIntoView({ block: 'nearest' });
  }

  const rowWork = useStable<Omit<RowActions, 'panel'>>({
    onOpen: (lead, tab) => {
      if (chosen.isOpen && tab === 'info') chosen.toggle(lead.id);
      else address.open(lead.id, tab, { toWrite: tab === 'notes' });
    },
    onPick: (lead, isRange) => chosen.toggle(lead.id, isRange),
    onChangeStatus: actions.changeStatus,
    onWhatsapp: (lead) => void actions.noteContact(lead, 'whatsapp'),
    onFixPhone: (lead) => {
      $phoneToFix.set(lead.id);
      address.open(lead.id, 'info');
    },
    onRemove: (lead) => changeDialog(() => setRemoving(lead)),
  });
  useEffect(
    () => $answering.listen((id) => (id === null ? panel.release() : panel.hold())),
    [panel.hold, panel.release],
  );
  const rowActions = useMemo(() => ({ ...rowWork, panel: actions }), [rowWork, actions]);

  const dialogActions = useStable<DialogActions>({
    onTab: (tab) => openRow && address.open(openRow.lead.id, tab),
    onStep: walk.step,
    onOpen: (id) => address.open(id, 'info'),
    onClose: address.close,
    onRemove: setRemoving,
  });

  return (
    <>
      <div className="panel-list grid gap-2 lg:gap-3">
        <WaitingHead counters={panel.counters} now={now} onChoose={showList} />
        <LeadCounters counters={panel.counters} filters={filters} onChoose={showList} />
        <ViewChips {...views} />
        <div className="lead-bar">
          <LeadFilters
            filters={filters}
            staff={staff}
            plans={plans}
            total={isUnread || isLoading ? null : panel.total}
            searchRef={search}
            list={list}
            onChange={showList}
          />
          <MoreActions
            views={views}
            filters={filters}
            zone={panel.zone}
            total={panel.total}
            isAdmin={isAdmin(user)}
            setAsideCount={setAsideCount}
            onPick={chosen.begin}
            onHelp={() => setHelpOpen(true)}
          />
        </div>
        {isSettled && (
          <Suspense>
            <Later
              saved={saved}
              filters={filters}
              zone={panel.zone}
              asOf={panel.asOf}
              onSaved={setSaved}
              user={user}
              since={now}
              sound={sound}
              onSetAside={setSetAside}
              onOpen={dialogActions.onOpen}
              messagesVersion={messagesBefore.version}
              onMessages={setMessages}
            />
          </Suspense>
        )}
        <section aria-labelledby="recientes" className="min-w-0">
          <LeadListHead
            filters={filters}
            staff={staff}
            plans={plans}
            total={isUnread ? null : panel.total}
            isLoading={isLoading}
            onChange={showList}
          />
          <p role="status" className="sr-only">
            {panel.arrivals > 0
              ? leadStrings.arrivals(panel.arrivals)
              : arrived && leadStrings.arrived(arrived)}
          </p>
          <p role="status" className="lead-similar">
            {panel.similar_to && !isUnread && rows[0] && leadStrings.similar(panel.similar_to)}
          </p>
          {isUnread ? (
            <LoadFailed text={leadStrings.toasts.loadFailed} onRetry={panel.reload} />
          ) : rows.length === 0 ? (
            <NoLeads
              isPending={panel.isOfOthers}
              filters={filters}
              siteUrl={siteUrl}
              canInvite={isAdmin(user)}
              onChange={showList}
            />
          ) : (
            <LeadTable
              ref={list}
              rows={rows}
              openId={openRow?.lead.id}
              filters={filters}
              arrivals={panel.arrivals}
              isBusy={isLoading}
              now={now}
              messages={messages}
              userId={user.id}
              today={panel.today}
              chosen={chosen}
              actions={rowActions}
              onShowArrivals={showArrivals}
              onChoose={showList}
              {...pointing}
            />
          )}
          {panel.hasMore && !isUnread && (
            <div className="mt-4 text-center">
              <Button onClick={panel.loadMore} busyLabel={panel.loading === 'more' && crmStrings.loading}>
                {leadStrings.more}
              </Button>
            </div>
          )}
          {hasBar && (
            <CrashBoundary>
              <Suspense>
                <BulkBar
                  chosen={chosen}
                  rows={rows.length}
                  // Similar matches are chosen one by one.
                  total={panel.similar_to ? rows.length : (panel.total ?? rows.length)}
                  filters={panel.meant}
                  asOf={panel.asOf}
                  staff={staff}
                  userId={user.id}
                  today={panel.today}
                  isRemoving={isRemovingMany}
                  onRemoving={setRemovingMany}
                  onOpen={(id) => address.open(id, 'info')}
                />
              </Suspense>
            </CrashBoundary>
          )}
        </section>
      </div>
      {/* Outside .panel-list: it is a CSS container, and would become the containing block of `fixed` elements. */}
      <CrashBoundary className="panel-crash">
        <Suspense fallback={<Loading className="panel-loading" />}>
          {openRow && !isComing && (
            <LeadDialog
              lead={openRow.lead}
              isGone={openRow.isGone}
              tab={address.tab}
              writing={address.writing}
              position={position === -1 ? null : position + 1}
              total={panel.total ?? rows.length}
              isLast={position === rows.length - 1 && !panel.hasMore}
              isDayDone={filters.agenda === 'dia' && rows.length === 0 && !panel.isOfOthers}
              actions={dialogActions}
              user={user}
              messages={messages}
              panel={actions}
              staff={staff}
              today={panel.today}
            />
          )}
        </Suspense>
        {/* A separate boundary: what one of them waits for hides nothing of the open lead. */}
        {isBlocked && (
          <Suspense fallback={<Loading className="panel-loading" />}>
            <OtherDialogs
              isCreating={isCreating}
              removing={removing}
              otherMessage={otherMessage}
              isHelpOpen={isHelpOpen}
              user={user}
              staff={staff}
              today={panel.today}
              panel={actions}
              onOpen={dialogActions.onOpen}
              onGone={(id) => {
                if (address.latest.current.leadId === id) address.close();
              }}
              onRemoveClosed={() => changeDialog(() => setRemoving(null))}
              onHelpClosed={() => setHelpOpen(false)}
            />
          </Suspense>
        )}
      </CrashBoundary>
    </>
  );
}
