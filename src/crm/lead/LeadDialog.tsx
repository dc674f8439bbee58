import { memo, useState } from 'react';
import { isAdmin, type SessionUser } from '~/shared/accounts/account';
import type { Colleague } from '~/shared/accounts/member';
import type { HistoryKind } from '~/shared/leads/event';
import { isWaiting } from '~/shared/leads/filters';
import type { Lead } from '~/shared/leads/lead';
import type { MessageSet } from '~/shared/messages/template';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { Sheet } from '../ui/layers/Sheet';
import { Tabs } from '../ui/Tabs';
import { ContactActions } from './ContactActions';
import { ContactNote, ContactQuestion } from './ContactQuestion';
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
  onRemove: () => void;
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
 * beside it changes more often.
 */
export const LeadDialog = memo(function LeadDialog(props: Props) {
  const { lead, isGone, tab, position, actions, panel, messages } = props;
  const contact = { lead, panel, messages };
  /** Kept on the way through the leads. */
  const [kind, setKind] = useState<HistoryKind | null>(null);
  const ways = { isFirst: position === 1, isLast: props.isLast, actions };
  return (
    <Sheet
      title={lead.nombre}
      onClose={actions.onClose}
      above={
        <div className="flex min-h-9 items-center gap-1">
          <p className="flex-1 text-sm text-ink-soft tabular-nums">
            {position !== null && dialog.position(position, props.total)}
          </p>
          <div className="-mr-2 flex max-lg:hidden">
            <LeadWays {...ways} look="head" />
          </div>
        </div>
      }
      below={
        !isGone && (
          <>
            <div className="flex min-h-8 flex-wrap items-center gap-x-3 gap-y-1">
              <StatusPicker
                estado={lead.estado}
                onChoose={(estado) => void panel.changeStatus(lead, estado)}
                onReason={(reason) => void panel.explainLoss(lead, reason)}
              />
              {isWaiting(lead) && <WaitingTime since={lead.created_at} now={Date.now()} />}
              {/* On a phone the bar at the bottom has no room for it. */}
              <Button
                size="small"
                look="ghost"
                aria-label={leadStrings.row.otherMessage(lead.nombre)}
                onClick={() => $otherMessage.set(lead)}
                className="ml-auto lg:hidden!"
              >
                {leadStrings.otherMessage}
              </Button>
            </div>
            <div className="mt-1 flex flex-wrap gap-2 max-lg:hidden">
              <ContactActions {...contact} look="head" />
            </div>
            <ContactNote lead={lead} userId={props.user.id} now={Date.now()} />
            <ContactQuestion
              lead={lead}
              userId={props.user.id}
              now={Date.now()}
              onAnswer={panel.answerContact}
            />
          </>
        )
      }
      bar={
        <>
          <LeadWays {...ways} look="bar" />
          {!isGone && <ContactActions {...contact} look="bar" />}
        </>
      }
    >
      {isGone ? (
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
                userId={props.user.id}
                staff={props.staff}
                today={props.today}
                panel={panel}
                canManage={isAdmin(props.user)}
                onOpen={actions.onOpen}
                onRemove={actions.onRemove}
                onErased={actions.onClose}
              />
            )}
            {tab === 'notes' && (
              <LeadNotes
                lead={lead}
                user={props.user}
                today={props.today}
                writing={props.writing}
                panel={panel}
              />
            )}
            {tab === 'timeline' && (
              <LeadTimeline lead={lead} userId={props.user.id} kind={kind} onKind={setKind} panel={panel} />
            )}
          </CrashBoundary>
        </Tabs>
      )}
    </Sheet>
  );
});
