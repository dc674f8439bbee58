import { memo } from 'react';
import type { SessionUser } from '~/shared/accounts/account';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { CrashBoundary } from '../ui/CrashBoundary';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { Tabs } from '../ui/Tabs';
import { GoneLead } from './GoneLead';
import { LeadInfo } from './LeadInfo';
import { LeadNotes } from './LeadNotes';
import { LeadTimeline } from './LeadTimeline';
import type { LeadActions } from './lead-actions';
import type { LeadTab } from './lead-tabs';

const { dialog } = leadStrings;

const TABS = [
  { name: 'info', title: dialog.info },
  { name: 'notes', title: dialog.notes },
  { name: 'timeline', title: dialog.timeline },
] as const;

export type DialogActions = {
  onTab: (tab: LeadTab) => void;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onRemove: () => void;
};

type Props = {
  lead: Lead;
  isGone: boolean;
  tab: LeadTab;
  /** Where the lead stands in the list, from 1; null where it left it. */
  position: number | null;
  total: number;
  actions: DialogActions;
  user: SessionUser;
  whatsappTemplate: string;
  panel: LeadActions;
};

/**
 * One lead: what is known, what was noted, what happened; and the way to the next one. It is drawn again only when
 * something in it changes, however much happens in the list behind it.
 */
export const LeadDialog = memo(function LeadDialog(props: Props) {
  const { lead, isGone, tab, position, total, actions, panel } = props;
  return (
    <Dialog
      title={lead.nombre}
      onClose={actions.onClose}
      width="wide"
      steady
      subtitle={
        position !== null && (
          <p className="mt-0.5 text-sm text-ink-faint">{dialog.position(position, total)}</p>
        )
      }
      tools={
        <>
          <Button
            look="ghost"
            size="icon"
            aria-label={dialog.previous}
            title={`${dialog.previous} (K)`}
            disabled={position === 1}
            onClick={() => actions.onStep(-1)}
          >
            <Icon name="previous" />
          </Button>
          <Button
            look="ghost"
            size="icon"
            aria-label={dialog.next}
            title={`${dialog.next} (J)`}
            disabled={position === total}
            onClick={() => actions.onStep(1)}
          >
            <Icon name="next" />
          </Button>
        </>
      }
    >
      {isGone ? (
        <GoneLead key={lead.id} lead={lead} panel={panel} />
      ) : (
        <Tabs tabs={TABS} chosen={tab} onChoose={actions.onTab}>
          {/* A tab that crashes leaves the others, and the way to the next lead. */}
          <CrashBoundary key={`${lead.id} ${tab}`}>
            {tab === 'info' && (
              <LeadInfo
                key={lead.id}
                lead={lead}
                whatsappTemplate={props.whatsappTemplate}
                panel={panel}
                onRemove={actions.onRemove}
                userId={props.user.id}
              />
            )}
            {tab === 'notes' && <LeadNotes key={lead.id} lead={lead} userId={props.user.id} panel={panel} />}
            {tab === 'timeline' && <LeadTimeline key={lead.id} lead={lead} />}
          </CrashBoundary>
        </Tabs>
      )}
    </Dialog>
  );
});
