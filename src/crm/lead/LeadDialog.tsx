import { lazy, memo, type ReactNode, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { MessageSet } from '~/shared/messages/template';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadForms } from '~/shared/strings/lead-forms';
import { leadStrings } from '~/shared/strings/leads';
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

/** From this width on, in rem, its tabs stand side by side: what one does every day needs no other tab. */
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
  /** Each new number above 0 moves the focus to the box for a new note. */
  writing: number;
  /** The lead's place in the list, from 1; null if it is not in the list. */
  position: number | null;
  total: number;
  /** Whether it is the list's last lead. */
  isLast: boolean;
  /** Whether it was the last one of a day's list, and nothing is left in that. */
  isDayDone: boolean;
  actions: DialogActions;
  user: SessionUser;
  messages: MessageSet;
  panel: PanelWork;
  /** Who may have leads. */
  staff: readonly Colleague[];
  /** What day it is for the reader. */
  today: string;
};

/**
 * One lead: what is known of it and its story, and buttons to the previous and next lead. Memoised, because the list
 * beside it changes more often. On the way from lead to lead its place in the list is told at once, and all the rest a
 * frame later: a slow phone takes several to draw it. Not where a note is to be written: its letters would be taken for
 * shortcuts meanwhile.
 */
export const LeadDialog = memo(function LeadDialog(props: Props) {
  const before = useDeferredValue(props);
  const shown = before.lead.id === props.lead.id || props.writing > 0 ? props : before;
  const { actions, isLast, position } = shown;
  /** Kept on the way through the leads. */
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
          {/* Where it pushes nothing away when somebody comes. */}
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
          {isWaiting(lead) && <WaitingTime since={lead.created_at} now={asked.now} />}
          {/* On a phone the bar at the bottom has no room for it. */}
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
