import { post } from '~/crm/api-client';
import { NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { showToastAfterNavigation } from '~/crm/ui/toasts/toasts';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import { ADMIN_PASSWORD_LENGTH, resetPasswordSchema, STAFF_PASSWORD_LENGTH } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading, FormAlert, Submit, TextLink } from '../parts';
import { KeptPasskeys, readKept } from '../passkeys/KeptPasskeys';
import { useLinkForm, useLinkOffer } from './link-token';

const { reset } = accountStrings;

/**
 * Sets a new password with a mailed link. First shows the password rule and one's passkeys, or that the link is
 * invalid.
 */
export function ResetPasswordForm() {
  const { token, errors, field, busy, submit, ...link } = useLinkForm(
    resetPasswordSchema,
    async (input) => {
      await post('/api/auth/reset', input);
      showToastAfterNavigation({ tone: 'success', text: reset.done });
      location.assign('/login');
    },
    readKept,
  );
  // If this cannot be read, the form still works and shows the rule that holds for everybody.
  const { offer: rule, refusal } = useLinkOffer<{ min_length: number; passkeys: PasskeySummary[] }>(
    token,
    '/api/auth/reset/rule',
  );
  const fault = link.fault ?? refusal;

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={reset.title}>{!fault && reset.text}</AccountHeading>
      {fault ? (
        <>
          <FormAlert>{fault}</FormAlert>
          <p>
            <TextLink href="/cuenta/recuperar">{reset.askAnother}</TextLink>
          </p>
        </>
      ) : (
        <>
          <NewPasswordField
            label={accountStrings.newPasswordLabel}
            minLength={rule?.min_length ?? STAFF_PASSWORD_LENGTH}
            {...field('password')}
            {...(!rule && { hint: reset.hintForAll(STAFF_PASSWORD_LENGTH, ADMIN_PASSWORD_LENGTH) })}
          />
          <KeptPasskeys passkeys={rule?.passkeys ?? []} error={errors.keep_passkeys} />
          <Submit busyLabel={busy && accountStrings.saving}>{reset.submit}</Submit>
        </>
      )}
    </form>
  );
}
