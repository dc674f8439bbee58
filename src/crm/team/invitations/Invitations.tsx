import { useEffect, useRef, useState } from 'react';
import { callApi, del, post } from '~/crm/api-client';
import { ActionButton } from '~/crm/ui/ActionButton';
import { Badge, type Tone } from '~/crm/ui/Badge';
import { Button } from '~/crm/ui/Button';
import { FormDialog } from '~/crm/ui/Dialog';
import { InputField, SelectField } from '~/crm/ui/forms/Field';
import { useDraftForm } from '~/crm/ui/forms/useForm';
import { Icon } from '~/crm/ui/Icon';
import { LocalTime } from '~/crm/ui/LocalTime';
import { endsInFile, placeOfMail } from '~/crm/ui/mail-place';
import { CopiedLinkDialog } from '~/crm/ui/reading/CopiedLinkDialog';
import { Email } from '~/crm/ui/reading/Email';
import { useRefetch } from '~/crm/ui/reading/useRefetch';
import { showToast } from '~/crm/ui/toasts/toasts';
import { useConfirm } from '~/crm/ui/useConfirm';
import { INVITED_ROLES, type Invitation, type InvitationState } from '~/shared/accounts/invitation';
import { inviteSchema } from '~/shared/accounts/invitation-schema';
import type { CopiedLink } from '~/shared/accounts/member';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { invitationStrings as strings } from '~/shared/strings/accounts/invitations';
import { questions } from '~/shared/strings/confirmations';
import { crmStrings } from '~/shared/strings/crm';
import { mailStrings } from '~/shared/strings/mail';

const TONES: Record<InvitationState, Tone> = {
  sending: 'waiting',
  sent: 'success',
  file: 'waiting',
  by_hand: 'waiting',
  failed: 'attention',
  expired: 'muted',
  void: 'attention',
};
/** A mail usually leaves within this time; then its state is re-read. */
const MAIL_MS = 3000;

const PATH = '/api/team/invitations';
const fetchInvitations = async () => (await callApi<{ invitations: Invitation[] }>(PATH)).invitations;

type Props = {
  /** Null if the server could not read them. */
  initial: Invitation[] | null;
  /** Opens the form at once. */
  isAsked: boolean;
};

/** 'Invitar al equipo', and the pending invitations. */
export function Invitations({ initial, isAsked }: Props) {
  const { value, failure, refetch, act } = useRefetch(initial, fetchInvitations, strings.loadFailed);
  const [inviting, setInviting] = useState(false);
  const { ask, dialog } = useConfirm();
  const [copied, setCopied] = useState<{ email: string; link: CopiedLink } | null>(null);
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
    const timer = setTimeout(() => void refetch(), MAIL_MS);
    return () => clearTimeout(timer);
  }, [value]);

  const resend = ({ id }: Invitation) =>
    act(() => post(`${PATH}/${id}/resend`, {}), { done: strings.resent, ...placeOfMail(), failed: strings.failed });
  const copy = ({ id, email }: Invitation) =>
    act(async () => setCopied({ email, link: await post<CopiedLink>(`${PATH}/${id}/link`) }), {
      failed: mailStrings.copyFailed,
    });
  const withdraw = ({ id }: Invitation) =>
    act(() => del(`${PATH}/${id}`), { done: strings.withdrawn, failed: strings.failed });

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
      {failure ??
        ((value ?? []).length > 0 && (
          <div className="plate">
            <h2 className="px-5 pt-4 pb-1 text-lg leading-tight">{strings.title}</h2>
            <ul className="divide-y divide-sand-line/70">
              {value?.map((invitation) => (
                <InvitationRow
                  key={invitation.id}
                  invitation={invitation}
                  onResend={() => resend(invitation)}
                  onCopy={() => copy(invitation)}
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
        ))}
      {inviting && <InviteDialog onSent={refetch} onClose={() => setInviting(false)} />}
      {copied && <CopiedLinkDialog whose={copied.email} link={copied.link} onClose={() => setCopied(null)} />}
      {dialog}
    </section>
  );
}

type InvitationRowProps = {
  invitation: Invitation;
  onResend: () => Promise<unknown>;
  onCopy: () => Promise<unknown>;
  onWithdraw: () => void;
};

function InvitationRow({ invitation, onResend, onCopy, onWithdraw }: InvitationRowProps) {
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
          <StateText invitation={invitation} />
        </p>
      </div>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would need a legend in sight */}
      <div role="group" aria-label={strings.actionsFor(email)} className="flex flex-wrap gap-2">
        <ActionButton size="small" onClick={onResend} busyLabel={accountStrings.sending}>
          {strings.resend}
        </ActionButton>
        <ActionButton size="small" onClick={onCopy} busyLabel={crmStrings.working}>
          {mailStrings.copyLink}
        </ActionButton>
        <Button size="small" onClick={onWithdraw}>
          {strings.withdraw}
        </Button>
      </div>
    </li>
  );
}

function StateText({ invitation: { state, expires_at } }: { invitation: Invitation }) {
  const { facts } = strings;
  if (state === 'sending' || state === 'failed' || state === 'void') return <>{facts[state]}</>;
  return (
    <>
      {state === 'expired' ? facts.expired : facts.until} {expires_at && <LocalTime at={expires_at} />}.{' '}
      {state === 'file' && mailStrings.filed}
      {state === 'by_hand' && facts.byHand}
    </>
  );
}

/** 'Invitar al equipo': an email and a role. */
function InviteDialog({ onSent, onClose }: { onSent: () => Promise<void>; onClose: () => void }) {
  const form = useDraftForm(
    'team:invite',
    inviteSchema,
    async (input) => {
      await post(PATH, input);
      showToast({ tone: 'success', text: strings.sent(input.email), ...placeOfMail() });
      onClose();
      await onSent();
    },
    { fallback: strings.failed, isShown: ({ code }) => code === 'account_exists' },
  );
  const { values } = form;

  return (
    <FormDialog
      form={form}
      title={strings.invite}
      submitLabel={strings.submit}
      busyLabel={accountStrings.sending}
      onClose={onClose}
    >
      <p className="text-ink-soft">{strings.inviteText}</p>
      {endsInFile() && <p className="text-ink-soft">{mailStrings.filed}</p>}
      <InputField
        data-autofocus
        label={accountStrings.emailLabel}
        {...form.field('email')}
        type="email"
        required
        maxLength={254}
        autoComplete="off"
      />
      <SelectField
        label={strings.role}
        {...form.field('role')}
        hint={strings.roleHint}
        defaultValue={values.role ?? 'staff'}
      >
        {INVITED_ROLES.map((role) => (
          <option key={role} value={role}>
            {strings.roles[role]}
          </option>
        ))}
      </SelectField>
    </FormDialog>
  );
}
