import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { Lead } from '~/shared/leads/lead';
import { isWaiting, waitingSince } from '~/shared/leads/state';
import type { MessageSet } from '~/shared/messages/template';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';
import { leadForms } from '~/shared/strings/panel/later';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { Sheet } from '../ui/layers/Sheet';
import { useIsWide } from '../ui/layers/useIsWide';
import { Loading } from '../ui/Spinner';
import { Tabs } from '../ui/Tabs';
import { ContactActions } from './ContactActions';
import { ContactNote } from './ContactNote';
import { LeadQuestion } from './follow-up/LeadQuestion';
import { NextContactMenu } from './follow-up/NextContactMenu';
import { GoneLead } from './GoneLead';
import { LeadInfo } from './LeadInfo';
import { LeadWays } from './LeadWays';
import type { LeadActions, PanelWork } from './lead-actions';
import type { LeadTab } from './lead-tabs';
import { workOn } from './lead-work';
import { further } from './load-further';
import { $otherMessage } from './messages/other-message';
import { TakeOverQuestion } from './people/TakeOverQuestion';
import { WhoIsHere } from './people/WhoIsHere';
import { StatusPicker } from './StatusPicker';
import { WaitingTime } from './WaitingTime';

/** In rem. From this width the tabs stand side by side: everyday work needs no other tab. */
const SIDE_BY_SIDE = 90;

const LeadStory = lazy(further.part('LeadStory'));

export type DialogActions = {
  onTab: (tab: LeadTab) => void;
  onStep: (by: 1 | -1) => void;
  onOpen: (id: number) => void;
  onClose: () => void;
  onRemove: (lead: Lead) => void;
};

type Props = {
  lead: Lead;
  isGone: boolean;
  tab: LeadTab;
  /** Each new number above 0 focuses the new-note box. */
  writing: number;
  /** Place in the list, from 1; null if not in it. */
  position: number | null;
  total: number;
  isLast: boolean;
  /** It was the last one of a day's list, which is now empty. */
  isDayDone: boolean;
  actions: DialogActions;
  user: SessionUser;
  messages: MessageSet;
  panel: PanelWork;
  /** Who may own leads. */
  staff: readonly Colleague[];
  /** Today, in the reader's zone. */
  today: string;
};

/**
 * One lead: its facts, its story, and buttons to the previous and next lead. Memoised, because the list beside it
 * changes more often. From lead to lead, its place in the list updates at once and the rest a frame later: drawing it
 * takes a slow phone several. Not deferred where a note is to be written: its letters would be taken for shortcuts
 * meanwhile.
 */
export const LeadDialog = memo(function LeadDialog(props: Props) {
  const before = useDeferredValue(props);
  const shown = before.lead.id === props.lead.id || props.writing > 0 ? props : before;
  const { actions, isLast, position } = shown;
  /** Kept from lead to lead. */
  const [onlyNotes, setOnlyNotes] = useState(false);
  const areBothOpen = useIsWide(SIDE_BY_SIDE);
  const contents = useMemo(
    () => describe(shown, { panel: workOn(shown.panel), onlyNotes, setOnlyNotes, areBothOpen }),
    [shown, onlyNotes, areBothOpen],
  );
  return (
    <Sheet
      title={shown.lead.nombre}
      onClose={actions.onClose}
      above={
        <div className="flex min-h-9 items-center">
          <p className="text-sm text-ink-soft tabular-nums *:not-empty:mr-3">
            <span>{props.position !== null && dialog.position(props.position, props.total)}</span>
            <span role="status">{props.isDayDone && leadStrings.dayDone}</span>
          </p>
          {/* Placed where an arrival pushes nothing away. */}
          <WhoIsHere lead={shown.lead} userId={shown.user.id} />
          <div className="-mr-2 ml-auto flex max-lg:hidden">
            <LeadWays isFirst={position === 1} isLast={isLast} actions={actions} look="head" />
          </div>
        </div>
      }
      {...contents}
    />
  );
});

/** What the sheet shows of a lead: below its name, in its tabs, and in the bar of a small window. */
function describe(
  { lead, isGone, tab, writing, position, isLast, actions, user, messages, staff, today }: Props,
  {
    panel,
    onlyNotes,
    setOnlyNotes,
    areBothOpen,
  }: { panel: LeadActions; onlyNotes: boolean; setOnlyNotes: (only: boolean) => void; areBothOpen: boolean },
) {
  const contact = { lead, panel, messages };
  const asked = { lead, userId: user.id, now: Date.now() };
  const waits = waitingSince(lead);
  const info = {
    ...{ lead, staff, today, panel },
    userId: user.id,
    canManage: isAdmin(user),
    onOpen: actions.onOpen,
    onRemove: () => actions.onRemove(lead),
    onErased: actions.onClose,
  };
  const story = { lead, user, writing, onlyNotes, panel };
  /** If a tab crashes, the other one and the buttons to other leads still work. */
  const inTab = (name: LeadTab, contents: ReactNode) => (
    <CrashBoundary key={`${lead.id} ${name}`}>
      <Suspense fallback={<Loading className="sheet-scroll" />}>{contents}</Suspense>
    </CrashBoundary>
  );
  return {
    below: !isGone && (
      <>
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <StatusPicker lead={lead} panel={panel} />
          {waits && <WaitingTime since={waits} isReply={!isWaiting(lead)} now={asked.now} />}
          {lead.source === 'whatsapp' && lead.estado === 'nuevo' && (
            <Button size="small" look="ghost" onClick={() => void panel.silence(lead)}>
              {dialog.noEnquiry}
            </Button>
          )}
          {/* A phone's bottom bar has no room for it. */}
          <Button
            size="small"
            look="ghost"
            aria-label={leadForms.otherMessageFor(lead.nombre)}
            onClick={() => $otherMessage.set(lead)}
            className="ml-auto lg:hidden!"
          >
            {leadForms.otherMessage}
          </Button>
        </div>
        <TakeOverQuestion userId={user.id} panel={panel} />
        <div className="mt-1 flex flex-wrap gap-2 max-lg:hidden">
          <ContactActions {...contact} look="head" />
        </div>
        <ContactNote {...asked} />
        <LeadQuestion {...asked} today={today} panel={panel} />
        <NextContactMenu
          lead={(id) => (id === lead.id ? lead : undefined)}
          where="sheet"
          today={today}
          panel={panel}
        />
      </>
    ),
    bar: (
      <>
        <LeadWays isFirst={position === 1} isLast={isLast} actions={actions} look="bar" />
        {!isGone && <ContactActions {...contact} look="bar" />}
      </>
    ),
    children: isGone ? (
      <div className="sheet-scroll">
        <GoneLead key={lead.id} lead={lead} panel={panel} onOpen={actions.onOpen} />
      </div>
    ) : (
      <Tabs
        tabs={[
          { name: 'info', title: dialog.info, panel: inTab('info', <LeadInfo {...info} />) },
          { name: 'notes', title: dialog.notes, panel: inTab('notes', <LeadStory {...story} />) },
        ]}
        chosen={tab}
        areAllOpen={areBothOpen}
        onChoose={actions.onTab}
        beside={
          (areBothOpen || tab === 'notes') && (
            <label className="sheet-only">
              <input
                type="checkbox"
                checked={onlyNotes}
                onChange={({ target }) => setOnlyNotes(target.checked)}
              />
              {noteStrings.only}
            </label>
          )
        }
      />
    ),
  };
}
