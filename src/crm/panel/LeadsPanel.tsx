import { lazy, Suspense, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { isAdmin } from '~/shared/accounts/account';
import { toQuery } from '~/shared/leads/filter-params';
import { draftNames } from '../lead/draft-names';
import { $keptRowId } from '../lead/follow-up/follow-up-state';
import type { DialogActions } from '../lead/open-lead';
import { afterPress, whenIdle } from '../ui/after-press';
import { CrashBoundary } from '../ui/CrashBoundary';
import { hasDraft } from '../ui/drafts/read-draft';
import { useLayer } from '../ui/layers/useLayer';
import { Loading } from '../ui/Spinner';
import { useStable } from '../ui/useStable';
import { BulkBar } from './bulk/BulkBar';
import { useChosen } from './bulk/useChosen';
import { $creatingLead } from './CreateLeadButton';
import { LeadCounters } from './list/LeadCounters';
import { LeadFilters } from './list/LeadFilters';
import { LeadList } from './list/LeadList';
import { MoreActions } from './list/MoreActions';
import type { RowActions } from './list/row-actions';
import { loadCreation, OtherDialogs, type PanelDialog } from './OtherDialogs';
import { PanelBackground } from './PanelBackground';
import type { PanelPage } from './panel-page';
import { usePanel } from './usePanel';
import { usePanelShortcuts } from './usePanelShortcuts';
import { usePointing } from './usePointing';
import { useViews } from './views/useViews';
import { ViewChips } from './views/ViewLinks';
import { useWalk } from './walk/useWalk';

const loadSheet = async () => ({ default: (await import('../lead/LeadDialog')).LeadDialog });

/** Lazy: the first screen does not need it. */
const LeadDialog = lazy(loadSheet);

/** The panel: counters, filters, list and open lead, kept up to date. It starts with what the server has read. */
export function LeadsPanel(page: PanelPage) {
  const { user, staff, start } = page;
  const list = useRef<HTMLDivElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const panel = usePanel(start, user.id);
  const { rows, openRow, address, mutations, today } = panel;
  const { filters, showList } = address;
  const [setAsideCount, setSetAside] = useState(page.setAsideCount);
  const [messages, setMessages] = useState(page.messages);
  const [saved, setSaved] = useState(page.savedViews);

  const [dialog, setDialog] = useState<PanelDialog | null>(null);
  const showDialog = (next: PanelDialog | null) => afterPress(() => setDialog(next));
  // Not useStore: it renders synchronously, so the button would react only after the dialog is drawn.
  useEffect(
    () => $creatingLead.subscribe((isOpen) => afterPress(() => setDialog(isOpen ? { name: 'creation' } : null))),
    [],
  );
  const [isSheetThere, noteSheet] = useState(false);
  useEffect(
    () =>
      whenIdle(async () => {
        await loadSheet();
        noteSheet(true);
        await loadCreation();
      }),
    [],
  );

  const views = useViews({ counters: panel.counters, today, userId: user.id, filters }, saved, showList);
  const chosen = useChosen(rows, toQuery(filters));

  const position = rows.findIndex(({ lead }) => lead.id === openRow?.lead.id);
  // After a key its row is marked at once, and the sheet follows a frame later: drawing it takes a slow phone several.
  const isDrawn = useDeferredValue(address.leadId !== undefined);
  const isOpening = openRow !== undefined && !isDrawn;
  const removing = dialog?.name === 'removal' ? dialog.lead : null;
  const walk = useWalk(list, panel, isOpening ? undefined : address.leadId, removing, start.linked?.id);

  const hasDialog = dialog !== null || (openRow !== undefined && !walk.isWide);
  useEffect(() => {
    if (hasDialog) panel.release();
  }, [hasDialog, panel.release]);
  const pointing = usePointing(panel.hold, () => $keptRowId.get() ?? panel.release());
  useEffect(
    () => $keptRowId.listen((id) => (id === null ? panel.release() : panel.hold())),
    [panel.hold, panel.release],
  );
  usePanelShortcuts(panel, walk, chosen, {
    ...{ isOpening, list, search, messages },
    isBlocked: dialog !== null,
    onHelp: () => showDialog({ name: 'help' }),
  });

  const rowCallbacks = useStable<Omit<RowActions, 'mutations'>>({
    onOpen: (lead, tab) => {
      if (chosen.isOpen && tab === 'info') chosen.toggle(lead.id);
      else address.open(lead.id, tab, tab === 'notes' && 'write');
    },
    onPick: (lead, isRange) => chosen.toggle(lead.id, isRange),
    onFixPhone: (lead) => address.open(lead.id, 'info', 'fix'),
    onRemove: (lead) => showDialog({ name: 'removal', lead }),
    onJoin: (lead, other) => showDialog({ name: 'join', lead, other }),
  });
  const rowActions = useMemo(() => ({ ...rowCallbacks, mutations }), [rowCallbacks, mutations]);
  const dialogActions = useStable<DialogActions>({
    onTab: (tab, isPress) => {
      if (!openRow) return;
      const { id, awaiting_reply_since } = openRow.lead;
      // What is typed after a press on it is meant for the note box, unless an answer is written there. On a touchscreen
      // the keyboard would hide the story.
      const isNote = awaiting_reply_since === null && !hasDraft(draftNames.message(id));
      const toWrite = tab === 'notes' && isPress && isNote && !matchMedia('(pointer: coarse)').matches;
      address.open(id, tab, toWrite && 'write');
    },
    onWrite: ({ id }) => address.open(id, 'notes', 'write'),
    onStep: walk.step,
    onOpen: (id) => address.open(id, 'info'),
    onClose: address.close,
    onRemove: (lead) => showDialog({ name: 'removal', lead }),
    onOtherMessage: (lead) => showDialog({ name: 'message', lead }),
    onFixPhone: rowCallbacks.onFixPhone,
  });
  const { onOpen } = dialogActions;
  const open =
    openRow && !isOpening
      ? {
          ...{ user, staff, today, messages, mutations },
          lead: openRow.lead,
          isGone: openRow.isGone,
          tab: address.tab,
          writing: address.writing,
          fixing: address.fixing,
          position: position === -1 ? null : position + 1,
          total: panel.total ?? rows.length,
          isLast: position === rows.length - 1 && !panel.hasMore,
          isDayDone: filters.agenda === 'dia' && rows.length === 0 && !panel.isStale,
          actions: dialogActions,
        }
      : null;

  return (
    <>
      <div className="panel-list grid gap-2">
        <LeadCounters counters={panel.counters} filters={filters} onChoose={showList} />
        <ViewChips {...views} />
        <div className="lead-bar">
          <LeadFilters
            filters={filters}
            page={page}
            total={panel.isStale ? null : panel.total}
            searchRef={search}
            list={list}
            onChange={showList}
          />
          <MoreActions
            {...{ views, filters, setAsideCount }}
            zone={panel.zone}
            total={panel.total}
            isAdmin={isAdmin(user)}
            onPick={chosen.begin}
            onHelp={() => showDialog({ name: 'help' })}
          />
        </div>
        <PanelBackground
          {...{ page, saved, filters, onOpen }}
          zone={panel.zone}
          asOf={panel.asOf}
          onSaved={setSaved}
          onSetAside={setSetAside}
          onMessages={setMessages}
        />
        <section aria-labelledby="recientes" className="min-w-0">
          <LeadList ref={list} {...{ page, panel, views, messages, chosen, pointing }} actions={rowActions} />
          <BulkBar
            {...{ chosen, staff, today, onOpen }}
            rows={rows.length}
            // Similar matches are chosen one by one.
            total={panel.similar_to ? rows.length : (panel.total ?? rows.length)}
            filters={panel.resolvedFilters}
            asOf={panel.asOf}
            userId={user.id}
            isRemoving={dialog?.name === 'manyRemoval'}
            onRemoving={(isRemoving) => showDialog(isRemoving ? { name: 'manyRemoval' } : null)}
          />
        </section>
      </div>
      {/* Outside .panel-list: it is a CSS container, and would become the containing block of `fixed` elements. */}
      <CrashBoundary className="panel-crash">
        {/* Drawn empty once it is there: React draws what is lazy as loading at first. */}
        {(open || isSheetThere) && (
          <Suspense fallback={open && <OpeningSheet onClose={address.close} />}>
            <LeadDialog open={open} />
          </Suspense>
        )}
        {dialog && (
          <OtherDialogs
            {...{ dialog, user, staff, today, onOpen }}
            mutations={mutations}
            onGone={(id) => {
              if (address.latest.current.leadId === id) address.close();
            }}
            onClose={() => {
              $creatingLead.set(false);
              showDialog(null);
            }}
          />
        )}
      </CrashBoundary>
    </>
  );
}

/** A lead whose sheet has not come yet: Escape closes it as any other. */
function OpeningSheet({ onClose }: { onClose: () => void }) {
  useLayer(onClose);
  return <Loading className="panel-loading" />;
}
