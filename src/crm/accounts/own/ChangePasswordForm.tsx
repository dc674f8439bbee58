import { post } from '~/crm/api-client';
import { CurrentPasswordField, NewPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { showToastAfterNavigation } from '~/crm/ui/toasts/toasts';
import { homePath, type SessionUser } from '~/shared/accounts/account';
import type { PasskeySummary } from '~/shared/accounts/passkey';
import { changePasswordSchema, passwordLengthFor } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading, Submit, TextLink } from '../parts';
import { KeptPasskeys, readKept } from '../passkeys/KeptPasskeys';
import { SignOutButton } from './SignOutButton';

const { change } = accountStrings;

type Props = {
  user: SessionUser;
  passkeys: readonly PasskeySummary[];
};

/** Changes one's own password. Replacing an initial password does not require typing it again. */
export function ChangePasswordForm({ user, passkeys }: Props) {
  const isInitial = user.must_change_password;
  const minLength = passwordLengthFor({ isPlainStaff: user.roles.length === 0 });
  const { errors, field, busy, submit } = useForm(
    changePasswordSchema,
    async (input) => {
      await post('/api/auth/password', input);
      showToastAfterNavigation({ tone: 'success', text: change.done });
      location.assign(isInitial ? homePath({ ...user, must_change_password: false }) : '/cuenta');
    },
    { extra: readKept },
  );

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={isInitial ? change.initialTitle : change.title}>
        {isInitial ? change.initialText : change.text}
      </AccountHeading>
      {/* Tells password managers whose password this is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      {!isInitial && <CurrentPasswordField label={accountStrings.currentPasswordLabel} {...field('current')} />}
      <NewPasswordField label={accountStrings.newPasswordLabel} minLength={minLength} {...field('password')} />
      <KeptPasskeys passkeys={passkeys} error={errors.keep_passkeys} />
      <Submit busyLabel={busy && accountStrings.saving}>{change.submit}</Submit>
      {isInitial ? (
        <SignOutButton className="justify-self-start" />
      ) : (
        // Passkey-only users have no password yet; their first one is set the same way.
        <p className="text-sm">
          {change.noneYet} <TextLink href="/cuenta/recuperar">{change.byMail}</TextLink>
        </p>
      )}
    </form>
  );
}
