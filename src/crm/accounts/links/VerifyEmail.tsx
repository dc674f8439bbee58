import { useState } from 'react';
import { callApi, post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { CurrentPasswordField } from '~/crm/ui/forms/PasswordField';
import { useForm } from '~/crm/ui/forms/useForm';
import { destinationAfterSignIn, type SessionUser } from '~/shared/accounts/account';
import { verifyEmailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading, BackToSignIn, FormAlert, TextLink } from '../parts';
import { isSpentLink, readLinkToken, useLinkToken } from './link-token';

const { link, verify } = accountStrings;

/** Redeems a verification link with the sign-up password, then names the next step: the panel, or awaiting approval. */
export function VerifyEmail() {
  const token = useLinkToken();
  const [done, setDone] = useState(false);
  const { errors, field, failure, busy, submit } = useForm(
    verifyEmailSchema,
    async (input) => {
      await post('/api/auth/verify', input);
      const { user } = await callApi<{ user: SessionUser | null }>('/api/auth/session');
      if (user) location.assign(destinationAfterSignIn(user, '/panel'));
      else setDone(true);
    },
    { extra: () => ({ token: readLinkToken() }), isShown: isSpentLink },
  );

  if (done) {
    return (
      <div role="status" className="grid gap-5">
        <AccountHeading title={verify.done}>{verify.doneText}</AccountHeading>
        <BackToSignIn />
      </div>
    );
  }
  const linkFailed = token === '' || errors.token !== undefined || failure?.code === 'token_invalid';
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={verify.title}>{!linkFailed && verify.text}</AccountHeading>
      {linkFailed ? (
        <>
          <FormAlert>{failure?.message ?? link.missingToken}</FormAlert>
          <p>
            {verify.failedHint} <TextLink href="/login?modo=registro">{accountStrings.signUpTitle}</TextLink>
          </p>
        </>
      ) : (
        <>
          <CurrentPasswordField hint={verify.passwordHint} {...field('password')} />
          <Button type="submit" look="primary" busyLabel={busy && verify.submitting} className="w-full">
            {verify.submit}
          </Button>
        </>
      )}
    </form>
  );
}
