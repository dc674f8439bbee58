import { memo, useDeferredValue, useMemo, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { HistoryKind } from '~/shared/leads/event';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { MessageSet } from '~/shared/messages/template';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadForms } from '~/shared/strings/lead-forms';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { Sheet } from '../ui/layers/Sheet';
import { Tabs } from '../ui/Tabs';
import { ContactActions } from './ContactActions';
import { ContactNote, OwnContactQuestion } from './ContactQuestion';
import { GoneLead } from './GoneLead';
import { LeadInfo } from './LeadInfo';
import { LeadTimeline } from './LeadTimeline';
import { LeadWays } from './LeadWays';
import type { LeadActions } from './lead-actions';
import type { LeadTab } from './lead-tabs';
import { $otherMessage } from './messages/other-message';
import { LeadNotes } from './notes/LeadNotes';
import { StatusPicker } from './StatusPicker';
import { WaitingTime } from './WaitingTime';

const TABS = [
  { name: 'info', title: dialog.info },
  { name: 'notes', title: dialog.notes },
  { name: 'timeline', title: dialog.timeline },
] as const;

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
  actions: DialogActions;
  user: SessionUser;
  messages: MessageSet;
  panel: LeadActions;
  /** Who may have leads. */
  staff: readonly Colleague[];
  /** What day it is for the reader. */
  today: string;
};

/**
 * One lead: its data, its notes and its history, and buttons to the previous and next lead. Memoised, because the list
 * beside it changes more often. On the way from lead to lead its place in the list is told at once, and all the rest a
 * frame later: a slow phone takes several to draw it. Not where a note is to be written: its letters would be taken for
 * shortcuts meanwhile.
 */
export const LeadDialog = memo(function LeadDialog(props: Props) {
  const before = useDeferredValue(props);
  const shown = before.lead.id === props.lead.id || props.writing > 0 ? props : before;
  const { actions, isLast, position } = shown;
  /** Kept on the way through the leads. */
  const [kind, setKind] = useState<HistoryKind | null>(null);
  const contents = useMemo(() => describe(shown, kind, setKind), [shown, kind]);
  return (
    <Sheet
      title={shown.lead.nombre}
      onClose={actions.onClose}
      above={
        <div className="flex min-h-9 items-center gap-1">
          <p className="flex-1 text-sm text-ink-soft tabular-nums">
            {props.position !== null && dialog.position(props.position, props.total)}
          </p>
          <div className="-mr-2 flex max-lg:hidden">
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
  { lead, isGone, tab, writing, position, isLast, actions, user, messages, panel, staff, today }: Props,
  kind: HistoryKind | null,
  onKind: (kind: HistoryKind | null) => void,
) {
  const contact = { lead, panel, messages };
  const asked = { lead, userId: user.id, now: Date.now() };
  return {
    below: !isGone && (
      <>
        <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
          <StatusPicker
            estado={lead.estado}
            onChoose={(estado) => void panel.changeStatus(lead, estado)}
            onReason={(reason) => void panel.explainLoss(lead, reason)}
          />
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
        <div className="mt-1 flex flex-wrap gap-2 max-lg:hidden">
          <ContactActions {...contact} look="head" />
        </div>
        <ContactNote {...asked} />
        <OwnContactQuestion {...asked} onAnswer={panel.answerContact} />
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
      <Tabs tabs={TABS} chosen={tab} onChoose={actions.onTab}>
        {/* If a tab crashes, the others and the buttons to other leads still work. */}
        <CrashBoundary key={`${lead.id} ${tab}`}>
          {tab === 'info' && (
            <LeadInfo
              lead={lead}
              userId={user.id}
              staff={staff}
              today={today}
              panel={panel}
              canManage={isAdmin(user)}
              onOpen={actions.onOpen}
              onRemove={() => actions.onRemove(lead)}
              onErased={actions.onClose}
            />
          )}
          {tab === 'notes' && <LeadNotes {...{ lead, user, today, writing, panel }} />}
          {tab === 'timeline' && <LeadTimeline {...{ lead, userId: user.id, kind, onKind, panel }} />}
        </CrashBoundary>
      </Tabs>
    ),
  };
}
