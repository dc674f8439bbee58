import { useRef, useState } from 'react';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { Icon } from '~/crm/ui/Icon';
import { LocalTime } from '~/crm/ui/LocalTime';
import { CopiedLinkDialog } from '~/crm/ui/reading/CopiedLinkDialog';
import { Email } from '~/crm/ui/reading/Email';
import { Fact } from '~/crm/ui/reading/Fact';
import { attempt } from '~/crm/ui/run-with-toast';
import { DELIVERY_TONES, PROFILE_TONES } from '~/crm/ui/tones';
import { useConfirm } from '~/crm/ui/useConfirm';
import type { Coordinator, LastMail, LeadOfCompany } from '~/shared/companies/company';
import { coordinatorStrings } from '~/shared/strings/companies';
import { questions } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { mailStrings } from '~/shared/strings/mail';
import { Card } from '../Card';
import { resendMail } from '../company-api';
import { CreateCoordinatorDialog } from './CreateCoordinatorDialog';
import { useCoordinatorActions } from './useCoordinatorActions';

const { facts } = coordinatorStrings;
const { states, ends, toasts } = deliveryStrings;

type Props = {
  companyId: number;
  coordinator: Coordinator | null;
  lastMail: LastMail | undefined;
  /** The lead the agency came from. */
  lead: LeadOfCompany | undefined;
  /** Re-reads the agency. */
  onChanged: () => Promise<void>;
};

/** The agency's one coordinator with an administrator's actions, or a button to create one. */
export function CoordinatorCard({ companyId, coordinator, lastMail, lead, onChanged }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [creating, setCreating] = useState(false);
  const { ask, dialog } = useConfirm();

  return (
    <Card title={coordinatorStrings.title} headingRef={heading}>
      {coordinator ? (
        <CoordinatorFacts
          coordinator={coordinator}
          lastMail={lastMail}
          onChanged={onChanged}
          ask={ask}
          focusHeading={() => heading.current?.focus()}
        />
      ) : (
        <div className="grid grid-cols-1 gap-4">
          <p className="text-ink-soft">{coordinatorStrings.none}</p>
          <Button look="primary" onClick={() => setCreating(true)}>
            <Icon name="plus" />
            {coordinatorStrings.create}
          </Button>
        </div>
      )}
      {creating && (
        <CreateCoordinatorDialog
          companyId={companyId}
          lead={lead}
          onCreated={onChanged}
          onClose={() => {
            setCreating(false);
            heading.current?.focus();
          }}
        />
      )}
      {dialog}
    </Card>
  );
}

type CoordinatorFactsProps = {
  coordinator: Coordinator;
  lastMail: LastMail | undefined;
  onChanged: () => Promise<void>;
  ask: ReturnType<typeof useConfirm>['ask'];
  /** For when the focused control has gone. */
  focusHeading: () => void;
};

function CoordinatorFacts({ coordinator, lastMail, onChanged, ask, focusHeading }: CoordinatorFactsProps) {
  const actions = useCoordinatorActions(coordinator, onChanged);
  const { running, copied, isOut, reset, copy, resetFactor, suspend, reactivate, remove } = actions;
  const { name } = coordinator;

  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2 md:grid-cols-1">
        <Fact label={facts.name}>
          <span className="font-medium">{coordinator.name}</span>
        </Fact>
        <Fact label={facts.email}>
          <Email address={coordinator.email} />
        </Fact>
        <Fact label={facts.status}>
          <Badge tone={PROFILE_TONES[coordinator.status]}>{coordinatorStrings.statuses[coordinator.status]}</Badge>
          {coordinator.status === 'pending' && (
            <span className="mt-1 block text-sm text-ink-faint">{coordinatorStrings.pendingHint}</span>
          )}
          {coordinator.password_expires_at && <InitialPassword expiresAt={coordinator.password_expires_at} />}
        </Fact>
        <Fact label={facts.created_at}>
          <LocalTime at={coordinator.created_at} parts="date" className="tabular-nums" />
        </Fact>
        {lastMail && (
          <Fact label={facts.mail}>
            <LastMailFact mail={lastMail} onChanged={onChanged} />
          </Fact>
        )}
      </dl>
      <div className="grid grid-cols-2 gap-2 border-t border-sand-line/70 pt-4">
        <Button
          className="col-span-2"
          onClick={() => ask(questions.resetPassword(name), reset)}
          busyLabel={running === 'reset' && coordinatorStrings.resetting}
        >
          {coordinatorStrings.reset}
        </Button>
        {coordinator.awaits_link && !isOut && (
          <Button
            className="col-span-2"
            onClick={() => void copy()}
            busyLabel={running === 'copy' && crmStrings.working}
          >
            {mailStrings.copyLink}
          </Button>
        )}
        {coordinator.second_factor && (
          <Button
            className="col-span-2"
            onClick={() => ask(questions.resetSecondFactor(name), resetFactor, focusHeading)}
            busyLabel={running === 'factor' && crmStrings.working}
          >
            {coordinatorStrings.resetSecondFactor}
          </Button>
        )}
        <Button
          onClick={() => (isOut ? void reactivate() : ask(questions.suspend(name), suspend))}
          busyLabel={running === 'toggle' && crmStrings.working}
        >
          {isOut ? coordinatorStrings.reactivate : coordinatorStrings.suspend}
        </Button>
        <Button
          className="text-terracotta-dark!"
          onClick={() => ask(questions.deleteCoordinator(name), remove, focusHeading)}
        >
          {coordinatorStrings.delete}
        </Button>
      </div>
      {copied && <CopiedLinkDialog {...copied} onClose={actions.forget} />}
    </div>
  );
}

function InitialPassword({ expiresAt }: { expiresAt: string }) {
  const expired = Date.parse(expiresAt) <= Date.now();
  return (
    <span className="mt-1 block text-sm text-ink-faint">
      {expired ? coordinatorStrings.initialExpired : coordinatorStrings.initialExpires}{' '}
      <LocalTime at={expiresAt} parts="date" className="tabular-nums" />.
    </span>
  );
}

/** Whether the last mail to the coordinator was sent, with a resend button if it failed. */
function LastMailFact({ mail, onChanged }: { mail: LastMail; onChanged: () => Promise<void> }) {
  async function resend() {
    const outcome = { done: toasts.resent, failed: toasts.resendFailed };
    if (await attempt(() => resendMail(mail.id), outcome)) await onChanged();
  }

  return (
    <>
      {deliveryStrings.events[mail.event] ?? mail.event}
      <span className="mt-1 flex flex-wrap items-center gap-2">
        {mail.state === 'sent' && mail.ended_in ? (
          <Badge tone="muted">{ends[mail.ended_in]}</Badge>
        ) : (
          <Badge tone={DELIVERY_TONES[mail.state]}>{states[mail.state]}</Badge>
        )}
        {mail.state === 'failed' ? (
          <ActionButton size="small" onClick={resend} busyLabel={deliveryStrings.resending}>
            {deliveryStrings.resend}
          </ActionButton>
        ) : (
          <LocalTime at={mail.created_at} className="text-sm text-ink-faint tabular-nums" />
        )}
      </span>
    </>
  );
}
