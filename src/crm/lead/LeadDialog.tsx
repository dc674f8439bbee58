import { memo, type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { isWaiting, waitingSince } from '~/shared/leads/waiting';
import { leadDialogStrings as dialog } from '~/shared/strings/lead/dialog';
import { noteStrings } from '~/shared/strings/lead/notes';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { Sheet } from '../ui/layers/Sheet';
import { useIsWide } from '../ui/layers/useIsWide';
import { Tabs } from '../ui/Tabs';
import { ContactActions } from './ContactActions';
import { ContactNote } from './ContactNote';
import { FollowUpQuestion } from './follow-up/FollowUpQuestion';
import { NextContactMenu } from './follow-up/NextContactChoice';
import { RepliedButton } from './follow-up/RepliedButton';
import { GoneLead } from './GoneLead';
import { LeadInfo } from './LeadInfo';
import { LeadNavigation } from './LeadNavigation';
import { type ListMutations, leadMutations } from './lead-mutations';
import { type LeadTab, type OpenLead, OpenLeadContext } from './open-lead';
import { LeadPresence } from './presence/LeadPresence';
import { RecentActsContext, useRecentActs } from './presence/recent-acts';
import { StatusPicker } from './StatusPicker';
import { LeadTimeline } from './timeline/LeadTimeline';
import { WaitingTime } from './WaitingTime';

/** In rem. From this width the tabs stand side by side: everyday work needs no other tab. */
const SIDE_BY_SIDE = 90;

type Props = Omit<OpenLead, 'mutations'> & { mutations: ListMutations };

/** The open lead, or nothing yet: LeadsPanel draws it ahead of the first one. */
export function LeadDialog({ open }: { open: Props | null }) {
  return open && <LeadSheet {...open} />;
}

/**
 * One lead: its facts, its timeline, and buttons to the previous and next lead. Memoised, because the list beside it
 * changes more often. From lead to lead, its position updates at once and the rest a frame later: drawing it takes a
 * slow phone several.
 */
const LeadSheet = memo(function LeadSheet(props: Props) {
  const before = useDeferredValue(props);
  const shown = before.lead.id === props.lead.id ? props : before;
  const { lead, user, actions } = shown;
  /** Kept from lead to lead. */
  const [onlyNotes, setOnlyNotes] = useState(false);
  const areBothOpen = useIsWide(SIDE_BY_SIDE);
  const recentActs = useRecentActs(lead.id, user.id);
  const open = useMemo(() => ({ ...shown, mutations: leadMutations(shown.mutations) }), [shown]);
  const contents = useMemo(
    () => describe(open, { onlyNotes, setOnlyNotes, areBothOpen }),
    [open, onlyNotes, areBothOpen],
  );
  return (
    <OpenLeadContext value={open}>
      <RecentActsContext value={recentActs}>
        <Sheet
          title={lead.nombre}
          onClose={actions.onClose}
          above={
            <div className="flex min-h-9 items-center gap-x-2">
              <p className="text-sm text-ink-soft tabular-nums *:not-empty:mr-1">
                <span>{props.position !== null && dialog.position(props.position, props.total)}</span>
                <span role="status">{props.isDayDone && leadStrings.dayDone}</span>
              </p>
              {/* Among the facts where those are in sight. Here it moves nothing as it comes and goes. */}
              {!areBothOpen && shown.tab === 'notes' && !shown.isGone && <StatusPicker />}
              {/* Placed where an arrival pushes nothing away. */}
              <LeadPresence />
              <div className="-mr-2 ml-auto flex max-lg:hidden">
                <LeadNavigation look="head" />
              </div>
            </div>
          }
          {...contents}
        />
      </RecentActsContext>
    </OpenLeadContext>
  );
});

/** What the sheet shows of a lead: below its name, in its tabs, and in the bar of a small window. */
function describe(
  { lead, isGone, tab, actions, user, today, mutations }: OpenLead,
  tabs: { onlyNotes: boolean; setOnlyNotes: (only: boolean) => void; areBothOpen: boolean },
) {
  const { onlyNotes, setOnlyNotes, areBothOpen } = tabs;
  const question = { lead, userId: user.id, now: Date.now() };
  const waits = waitingSince(lead);
  /** If a tab crashes, the other one and the buttons to other leads still work. */
  const inTab = (name: LeadTab, contents: ReactNode) => (
    <CrashBoundary key={`${lead.id} ${name}`}>{contents}</CrashBoundary>
  );
  return {
    below: !isGone && (
      <>
        <div className="flex flex-wrap gap-2 max-lg:hidden">
          <ContactActions look="head" />
        </div>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          {waits && <WaitingTime since={waits} isReply={!isWaiting(lead)} now={question.now} />}
          <RepliedButton lead={lead} mutations={mutations} />
          {lead.source === 'whatsapp' && lead.estado === 'nuevo' && (
            <Button size="small" look="ghost" onClick={() => void mutations.silence(lead)}>
              {dialog.noEnquiry}
            </Button>
          )}
          {/* A phone's bottom bar has no room for it. */}
          <Button
            size="small"
            look="ghost"
            aria-label={dialog.otherMessageFor(lead.nombre)}
            onClick={() => actions.onOtherMessage(lead)}
            className="ml-auto lg:hidden!"
          >
            {dialog.otherMessage}
          </Button>
        </div>
        <ContactNote {...question} />
        <FollowUpQuestion {...{ ...question, today, mutations }} />
        <NextContactMenu lead={(id) => (id === lead.id ? lead : undefined)} where="sheet" {...{ today, mutations }} />
      </>
    ),
    bar: (
      <>
        <LeadNavigation look="bar" />
        {!isGone && <ContactActions look="bar" />}
      </>
    ),
    children: isGone ? (
      <div className="sheet-scroll">
        <GoneLead key={lead.id} />
      </div>
    ) : (
      <Tabs
        tabs={[
          { name: 'info', title: dialog.info, panel: inTab('info', <LeadInfo areNotesBeside={areBothOpen} />) },
          {
            name: 'notes',
            title: dialog.notes,
            panel: inTab('notes', <LeadTimeline onlyNotes={onlyNotes} />),
          },
        ]}
        chosen={tab}
        areAllOpen={areBothOpen}
        onChoose={actions.onTab}
        beside={
          (areBothOpen || tab === 'notes') && (
            <label className="sheet-only">
              <input type="checkbox" checked={onlyNotes} onChange={({ target }) => setOnlyNotes(target.checked)} />
              {noteStrings.only}
            </label>
          )
        }
      />
    ),
  };
}
