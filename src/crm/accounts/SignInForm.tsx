import { destinationAfterSignIn, type SessionUser } from '~/shared/accounts/account';
import { STAFF_PASSWORD_LENGTH, signInSchema } from '~/shared/accounts/schema';
import type { SecondFactor } from '~/shared/accounts/second-factor';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { ApiError } from '../api-client';
import { CurrentPasswordField } from '../ui/forms/PasswordField';
import { useForm } from '../ui/forms/useForm';
import { rememberZone } from '../ui/reading/remember-zone';
import { showToastAfterNavigation } from '../ui/toasts/toasts';
import { signIn } from './account-api';
import { AccountHeading, EmailField, Submit, TextLink } from './parts';
import { PasskeySignIn } from './passkeys/PasskeySignIn';

/** Goes to `next`, a path of this site, or else to the user's own start page. */
export function finishSignIn(user: SessionUser, next: string): void {
  // The first page may count days, which needs the time zone.
  rememberZone();
  showToastAfterNavigation({ tone: 'success', text: accountStrings.signedIn });
  location.assign(destinationAfterSignIn(user, next));
}

type Props = {
  next: string;
  email: string;
  /** The password is right, but the email is not verified yet. */
  onUnverified: (email: string) => void;
  /** The password is right, and a second factor is due. */
  onSecondStep: (secondFactors: SecondFactor[]) => void;
};

export function SignInForm({ next, email, onUnverified, onSecondStep }: Props) {
  const { field, busy, submit } = useForm(signInSchema, async (credentials) => {
    try {
      const entry = await signIn(credentials);
      if ('second_factor' in entry) onSecondStep(entry.second_factor);
      else finishSignIn(entry.user, next);
    } catch (error) {
      if (error instanceof ApiError && error.code === 'email_unverified') onUnverified(credentials.email);
      throw error;
    }
  });

  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={accountStrings.signInTitle} />
      <EmailField defaultValue={email} autoComplete="username webauthn" {...field('email')} />
      <CurrentPasswordField minLength={STAFF_PASSWORD_LENGTH} {...field('password')} />
      <p className="-mt-1 text-sm">
        <TextLink href="/cuenta/recuperar">{accountStrings.forgotPassword}</TextLink>
      </p>
      <Submit busyLabel={busy && accountStrings.signingIn}>{accountStrings.signInTitle}</Submit>
      <PasskeySignIn offersInField onEntered={(user) => finishSignIn(user, next)} />
    </form>
  );
}
