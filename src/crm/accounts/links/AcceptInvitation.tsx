import { useEffect, useState } from 'react';
import { post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { InputField } from '~/crm/ui/forms/Field';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToastAfterNavigation } from '~/crm/ui/toasts/toasts';
import { useStable } from '~/crm/ui/useStable';
import { homePath } from '~/shared/accounts/account';
import { describeBrowser } from '~/shared/accounts/describe-browser';
import type { OpenInvitation } from '~/shared/accounts/invitation';
import { type AcceptInvitation as AcceptInput, acceptInvitationSchema } from '~/shared/accounts/invitation-schema';
import { ADMIN_PASSWORD_LENGTH, changeNameSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { invitationStrings } from '~/shared/strings/accounts/invitations';
import { passkeyStrings } from '~/shared/strings/accounts/passkeys';
import type { Signed } from '../account-api';
import { AccountHeading, FormAlert, NameField, TextLink } from '../parts';
import type { NewPasskey, PasskeyOptions } from '../passkeys/device';
import { showPasskeyFailure } from '../passkeys/PasskeySignIn';
import { isSpentLink, readLinkToken, useLinkForm, useLinkOffer } from './link-token';

const { accept } = invitationStrings;
const BY_PASSKEY = 'passkey';

/** Accepts an invitation with a name and a password or passkey, then opens the panel. */
export function AcceptInvitation() {
  const { token, errors, busy, submit, ...link } = useLinkForm(acceptInvitationSchema, enter);
  // If this cannot be read, the form still works and asks for the longer password.
  const { offer: invitation, refusal } = useLinkOffer<OpenInvitation>(token, '/api/auth/invitation/read');
  const device = useInvitedDevice(invitation ? token : null);
  const byPasskey = useForm(
    changeNameSchema.strip(),
    async ({ name }): Promise<void> => {
      let answer: NewPasskey | undefined;
      try {
        answer = await device.make?.();
      } catch (error) {
        showPasskeyFailure(error);
      }
      if (!answer) return byPasskey.settle();
      try {
        const passkey = { ...answer, name: describeBrowser(navigator.userAgent) };
        await enter({ token: readLinkToken(), name, passkey });
      } catch (error) {
        // The prepared challenge is used up, whatever failed.
        const { forgetOnDevice } = await import('../passkeys/device');
        await forgetOnDevice(answer.id);
        device.renew();
        throw error;
      }
    },
    { isShown: isSpentLink },
  );
  const spent = byPasskey.failure && isSpentLink(byPasskey.failure) ? byPasskey.failure.message : refusal;
  const fault = spent ?? link.fault;

  if (fault) {
    return (
      <div className="grid gap-4">
        <AccountHeading title={accept.title} />
        <FormAlert>{fault}</FormAlert>
        <p>
          {accept.failedHint} <TextLink href="/login">{accountStrings.signInTitle}</TextLink>
        </p>
      </div>
    );
  }
  return (
    <form
      method="post"
      onSubmit={(event) => (isByPasskey(event.nativeEvent) ? byPasskey.submit(event) : submit(event))}
      className="grid gap-4"
    >
      <AccountHeading title={accept.title}>
        {invitation ? `${invitation.invited_by} ${accept.text[invitation.role]}` : accept.loading}
      </AccountHeading>
      <InputField
        label={accountStrings.emailLabel}
        type="email"
        autoComplete="username"
        readOnly
        className="bg-sand/60!"
        value={invitation?.email ?? ''}
      />
      <NameField error={errors.name ?? byPasskey.errors.name} />
      <NewPasswordField minLength={invitation?.min_length ?? ADMIN_PASSWORD_LENGTH} error={errors.password} />
      <Button type="submit" look="primary" busyLabel={busy && accept.submitting} className="mt-2 w-full">
        {accept.submit}
      </Button>
      {device.make && (
        <div className="grid gap-3 border-t border-sand-line pt-5">
          <p className="text-ink-soft">{accept.orPasskey}</p>
          <Button
            type="submit"
            name={BY_PASSKEY}
            formNoValidate
            busyLabel={byPasskey.busy && passkeyStrings.signingIn}
            className="w-full"
          >
            {accept.byPasskey}
          </Button>
        </div>
      )}
    </form>
  );
}

async function enter(input: AcceptInput): Promise<void> {
  const { user } = await post<Signed>('/api/auth/invitation', input);
  showToastAfterNavigation({ tone: 'success', text: accept.done });
  location.assign(homePath(user));
}

/** Whether the passkey button submitted the form. */
function isByPasskey(event: Event): boolean {
  return event instanceof SubmitEvent && event.submitter?.getAttribute('name') === BY_PASSKEY;
}

/**
 * A device ready to create an invited account's passkey, because browsers create one only right after a press. `make`
 * is null until ready and where passkeys are unsupported; it works once, and `renew` prepares it again.
 */
function useInvitedDevice(token: string | null) {
  const [make, setMake] = useState<(() => Promise<NewPasskey>) | null>(null);
  const { renew } = useStable({
    renew: async () => {
      if (!token || !window.PublicKeyCredential) return;
      try {
        const [device, options] = await Promise.all([
          import('../passkeys/device'),
          post<PasskeyOptions>('/api/auth/invitation/options', { token }),
        ]);
        setMake(() => () => device.createOnDevice(options));
      } catch {
        // The password remains as a way.
        setMake(null);
      }
    },
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: again for another link.
  useEffect(() => void renew(), [renew, token]);
  return { make, renew: () => void renew() };
}
