import { useRef, useState } from 'react';
import { patch, post } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { Icon } from '~/crm/ui/Icon';
import { LocalTime } from '~/crm/ui/LocalTime';
import { placeOfMail } from '~/crm/ui/mail-place';
import { CopiedLinkDialog } from '~/crm/ui/reading/CopiedLinkDialog';
import { Email } from '~/crm/ui/reading/Email';
import { Fact } from '~/crm/ui/reading/Fact';
import type { Outcome } from '~/crm/ui/run-with-toast';
import { DELIVERY_TONES, PROFILE_TONES } from '~/crm/ui/tones';
import { useConfirm } from '~/crm/ui/useConfirm';
import { useQueue } from '~/crm/ui/useQueue';
import type { CopiedLink } from '~/shared/accounts/member';
import type { ChangeStatus } from '~/shared/accounts/schema';
import type { Coordinator, LastMail, LeadOfCompany } from '~/shared/companies/company';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { coordinatorStrings } from '~/shared/strings/companies';
import { questions } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { deliveryStrings } from '~/shared/strings/deliveries';
import { mailStrings } from '~/shared/strings/mail';
import { Card } from '../Card';
import { CreateCoordinatorDialog } from './CreateCoordinatorDialog';

const { facts, toasts: own } = coordinatorStrings;
const { states, ends, toasts } = deliveryStrings;

type Act = (run: () => Promise<unknown>, outcome: Outcome) => Promise<boolean>;

type Props = {
  companyId: number;
  coordinator: Coordinator | null;
  lastMail: LastMail | undefined;
  /** The lead the agency came from. */
  lead: LeadOfCompany | undefined;
  /** Runs an action and re-reads the agency, also after a failure: somebody else may have changed it. */
  act: Act;
  onCreated: () => Promise<void>;
};

/** The agency's one coordinator with an administrator's actions, or a button to create one. */
export function CoordinatorCard({ companyId, coordinator, lastMail, lead, act, onCreated }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const [creating, setCreating] = useState(false);
  const { ask, dialog } = useConfirm();
  const enqueue = useQueue();
  /** Resolves once the outcome is known: the agency is re-read after it, and the next action waits for that. */
  const actInTurn: Act = (run, outcome) => {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const known = async () => {
      try {
        await run();
        resolve(true);
      } catch (error) {
        resolve(false);
        throw error;
      }
    };
    void enqueue(() => act(known, outcome));
    return promise;
  };
  const focusHeading = () => heading.current?.focus();

  return (
    <Card title={coordinatorStrings.title} headingRef={heading}>
      {coordinator ? (
        <CoordinatorFacts {...{ coordinator, lastMail, ask, focusHeading }} act={actInTurn} />
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
          {...{ companyId, lead, onCreated }}
          onClose={() => {
            setCreating(false);
            focusHeading();
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
  act: Act;
  ask: ReturnType<typeof useConfirm>['ask'];
  /** For when the focused control has gone. */
  focusHeading: () => void;
};

function CoordinatorFacts({ coordinator, lastMail, act, ask, focusHeading }: CoordinatorFactsProps) {
  const { id, name, status, second_factor } = coordinator;
  /** The link just copied. */
  const [copied, setCopied] = useState<CopiedLink | null>(null);
  /** Suspended by an administrator. */
  const isOut = status === 'suspended' || status === 'disabled';
  const manage = (action: 'resetPassword' | 'deleteUser') => post('/api/manage-users', { action, userId: id });

  const setStatus = (next: ChangeStatus['status'], undo?: () => void) =>
    act(() => patch(`/api/profiles/${id}`, { status: next }), {
      done: next === 'active' ? own.reactivated : own.suspended,
      failed: own.statusFailed,
      undo,
    });
  const toggle = () =>
    isOut
      ? setStatus('active', () => void setStatus(status === 'disabled' ? status : 'suspended'))
      : ask(questions.suspend(name), () => setStatus('suspended'));
  const reset = () =>
    act(() => manage('resetPassword'), {
      done: own.reset,
      ...placeOfMail({ canCopy: !second_factor }),
      failed: own.resetFailed,
    });
  const resetFactor = () =>
    act(() => post(`/api/team/${id}/reset-second-factor`), {
      done: own.resetSecondFactor,
      failed: own.resetSecondFactorFailed,
    });
  const remove = () => act(() => manage('deleteUser'), { done: own.deleted, failed: own.deleteFailed });
  const copy = () =>
    act(async () => setCopied(await post<CopiedLink>(`/api/team/${id}/link`)), { failed: mailStrings.copyFailed });

  return (
    <div className="grid grid-cols-1 gap-4">
      <dl className="grid gap-x-4 gap-y-2.5 sm:grid-cols-2 md:grid-cols-1">
        <Fact label={facts.name}>
          <span className="font-medium">{name}</span>
        </Fact>
        <Fact label={facts.email}>
          <Email address={coordinator.email} />
        </Fact>
        <Fact label={facts.status}>
          <Badge tone={PROFILE_TONES[status]}>{accountStrings.statuses[status]}</Badge>
          {status === 'pending' && (
            <span className="mt-1 block text-sm text-ink-faint">{coordinatorStrings.pendingHint}</span>
          )}
          {coordinator.password_expires_at && <InitialPassword expiresAt={coordinator.password_expires_at} />}
        </Fact>
        <Fact label={facts.created_at}>
          <LocalTime at={coordinator.created_at} parts="date" className="tabular-nums" />
        </Fact>
        {lastMail && (
          <Fact label={facts.mail}>
            <LastMailFact mail={lastMail} act={act} />
          </Fact>
        )}
      </dl>
      <div className="grid grid-cols-2 gap-2 border-t border-sand-line/70 pt-4">
        <Button className="col-span-2" onClick={() => ask(questions.resetPassword(name), reset)}>
          {coordinatorStrings.reset}
        </Button>
        {coordinator.awaits_link && !isOut && (
          <ActionButton className="col-span-2" onClick={copy} busyLabel={crmStrings.working}>
            {mailStrings.copyLink}
          </ActionButton>
        )}
        {second_factor && (
          <Button
            className="col-span-2"
            onClick={() => ask(questions.resetSecondFactor(name), resetFactor, focusHeading)}
          >
            {coordinatorStrings.resetSecondFactor}
          </Button>
        )}
        <ActionButton onClick={toggle} busyLabel={crmStrings.working}>
          {isOut ? coordinatorStrings.reactivate : coordinatorStrings.suspend}
        </ActionButton>
        <Button
          className="text-terracotta-dark!"
          onClick={() => ask(questions.deleteCoordinator(name), remove, focusHeading)}
        >
          {coordinatorStrings.delete}
        </Button>
      </div>
      {copied && <CopiedLinkDialog whose={name} link={copied} onClose={() => setCopied(null)} />}
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
function LastMailFact({ mail, act }: { mail: LastMail; act: Act }) {
  const resend = () =>
    act(() => post(`/api/deliveries/${mail.id}/resend`), { done: toasts.resent, failed: toasts.resendFailed });

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
