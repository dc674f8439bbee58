import type { SessionUser } from '~/shared/accounts/account';
import type { Lead } from '~/shared/leads/lead';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { Dialog } from '../ui/Dialog';
import { Icon } from '../ui/Icon';
import { Tabs } from '../ui/Tabs';
import { LeadInfo } from './LeadInfo';
import { LeadNotes } from './LeadNotes';
import { LeadTimeline } from './LeadTimeline';
import type { LeadTab } from './lead-tabs';
import type { Panel } from './usePanel';

const { dialog } = leadStrings;

const TABS = [
  { name: 'info', title: dialog.info },
  { name: 'notes', title: dialog.notes },
  { name: 'timeline', title: dialog.timeline },
] as const;

type Props = {
  lead: Lead;
  isGone: boolean;
  /** Grows when somebody changes this lead, so that notes and timeline are read again. */
  revision: number;
  tab: LeadTab;
  onTab: (tab: LeadTab) => void;
  /** Where the lead stands in the list; null where it left it. */
  position: { index: number; total: number } | null;
  onStep: (by: 1 | -1) => void;
  onClose: () => void;
  onRemove: () => void;
  user: SessionUser;
  whatsappTemplate: string;
  panel: Panel;
};

/** One lead: what is known, what was noted, what happened; and the way to the next one. */
export function LeadDialog(props: Props) {
  const { lead, isGone, revision, tab, onTab, position, onStep, onClose, panel } = props;
  return (
    <Dialog
      title={lead.nombre}
      onClose={onClose}
      width="wide"
      subtitle={
        position && (
          <p className="mt-0.5 text-sm text-ink-faint">{dialog.position(position.index, position.total)}</p>
        )
      }
      tools={
        <>
          <Button
            look="ghost"
            size="icon"
            aria-label={dialog.previous}
            title={`${dialog.previous} (K)`}
            disabled={position?.index === 1}
            onClick={() => onStep(-1)}
          >
            <Icon name="previous" />
          </Button>
          <Button
            look="ghost"
            size="icon"
            aria-label={dialog.next}
            title={`${dialog.next} (J)`}
            disabled={position !== null && position.index === position.total}
            onClick={() => onStep(1)}
          >
            <Icon name="next" />
          </Button>
        </>
      }
    >
      {isGone ? (
        <p role="alert" className="flex gap-2 rounded-lg bg-honey-mist px-4 py-3 text-honey-dark">
          <Icon name="warning" />
          {dialog.gone}
        </p>
      ) : (
        <Tabs tabs={TABS} chosen={tab} onChoose={onTab}>
          {tab === 'info' && (
            <LeadInfo
              key={lead.id}
              lead={lead}
              whatsappTemplate={props.whatsappTemplate}
              panel={panel}
              onRemove={props.onRemove}
            />
          )}
          {tab === 'notes' && (
            <LeadNotes key={lead.id} lead={lead} userId={props.user.id} revision={revision} panel={panel} />
          )}
          {tab === 'timeline' && <LeadTimeline key={lead.id} leadId={lead.id} revision={revision} />}
        </Tabs>
      )}
    </Dialog>
  );
}
