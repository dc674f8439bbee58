import { useEffect, useRef, useState } from 'react';
import { Badge, type Tone } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { Icon } from '~/crm/ui/Icon';
import { LocalTime } from '~/crm/ui/LocalTime';
import { Email } from '~/crm/ui/reading/Email';
import { LoadFailed } from '~/crm/ui/reading/LoadFailed';
import { useRereading } from '~/crm/ui/reading/useRereading';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useQuestion } from '~/crm/ui/useQuestion';
import type { Invitation, InvitationState } from '~/shared/accounts/invitation';
import { invitationStrings as strings } from '~/shared/strings/accounts/invitations';
import { questions } from '~/shared/strings/questions';
import { showFailureOf } from '../../api-client';
import { fetchInvitations, resendInvitation, withdrawInvitation } from '../team-api';
import { InviteDialog } from './InviteDialog';

const TONES: Record<InvitationState, Tone> = {
  sending: 'waiting',
  sent: 'success',
  failed: 'attention',
  expired: 'muted',
  void: 'attention',
};
/** A mail usually leaves within this time; then its state is re-read. */
const MAIL_MS = 3000;

/** 'Invitar al equipo', and the pending invitations. */
export function Invitations({
  initial,
  isAsked,
}: {
  /** Null if the server could not read them. */
  initial: Invitation[] | null;
  /** Opens the form at once. */
  isAsked: boolean;
}) {
  const { value, isReading, readAgain } = useRereading(initial, fetchInvitations, strings.loadFailed);
  const [inviting, setInviting] = useState(false);
  const [sending, setSending] = useState<string | null>(null);
  const { ask, dialog } = useQuestion();
  const button = useRef<HTMLButtonElement>(null);
  const waits = value?.some(({ state }) => state === 'sending') ?? false;

  useEffect(() => {
    if (!isAsked) return;
    setInviting(true);
    // A reload must not ask again.
    history.replaceState(history.state, '', '/users?vista=equipo');
  }, [isAsked]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: after each reading that still shows one on its way
  useEffect(() => {
    if (!waits) return;
    const timer = setTimeout(() => void readAgain(), MAIL_MS);
    return () => clearTimeout(timer);
  }, [value]);

  async function resend({ id }: Invitation) {
    setSending(id);
    try {
      await resendInvitation(id);
      showToast({ tone: 'success', text: strings.resent });
    } catch (error) {
      showFailureOf(strings.failed, error);
    }
    await readAgain();
    setSending(null);
  }

  async function withdraw({ id }: Invitation) {
    try {
      await withdrawInvitation(id);
      showToast({ tone: 'success', text: strings.withdrawn });
    } catch (error) {
      showFailureOf(strings.failed, error);
    }
    await readAgain();
  }

  return (
    <section aria-label={strings.title} className="grid gap-3">
      <Button
        ref={button}
        look="primary"
        className="justify-self-end max-sm:w-full max-sm:justify-self-stretch"
        onClick={() => setInviting(true)}
      >
        <Icon name="plus" />
        {strings.invite}
      </Button>
      {value === null ? (
        <LoadFailed text={strings.loadFailed} busy={isReading} onRetry={readAgain} />
      ) : (
        value.length > 0 && (
          <div className="plate">
            <h2 className="px-5 pt-4 pb-1 text-lg leading-tight">{strings.title}</h2>
            <ul className="divide-y divide-sand-line/70">
              {value.map((invitation) => (
                <Row
                  key={invitation.id}
                  invitation={invitation}
                  isSending={sending === invitation.id}
                  onResend={() => void resend(invitation)}
                  onWithdraw={() =>
                    ask(
                      questions.withdrawInvitation(invitation.email),
                      () => withdraw(invitation),
                      () => button.current?.focus(),
                    )
                  }
                />
              ))}
            </ul>
          </div>
        )
      )}
      {inviting && <InviteDialog onSent={readAgain} onClose={() => setInviting(false)} />}
      {dialog}
    </section>
  );
}

function Row({
  invitation,
  isSending,
  onResend,
  onWithdraw,
}: {
  invitation: Invitation;
  isSending: boolean;
  onResend: () => void;
  onWithdraw: () => void;
}) {
  const { email, role, state, invited_by } = invitation;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="min-w-0 flex-1 basis-64">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium wrap-anywhere">
            <Email address={email} />
          </span>
          <Badge tone={TONES[state]}>{strings.states[state]}</Badge>
        </p>
        <p className="text-sm text-ink-soft">
          {strings.roles[role]} · {strings.by(invited_by.name)}
        </p>
        <p className="text-sm text-ink-faint tabular-nums">
          <Fact invitation={invitation} />
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={strings.actionsFor(email)} className="flex flex-wrap gap-2">
        <Button size="small" onClick={onResend} busyLabel={isSending && strings.sending}>
          {strings.resend}
        </Button>
        <Button size="small" onClick={onWithdraw}>
          {strings.withdraw}
        </Button>
      </div>
    </li>
  );
}

function Fact({ invitation: { state, is_file, expires_at } }: { invitation: Invitation }) {
  const { facts } = strings;
  if (state === 'sending' || state === 'failed' || state === 'void') return facts[state];
  return (
    <>
      {state === 'expired' ? facts.expired : facts.until} {expires_at && <LocalTime at={expires_at} />}.{' '}
      {is_file && facts.file}
    </>
  );
}
