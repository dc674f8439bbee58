import { useState } from 'react';
import { callApi, post } from '~/crm/api-client';
import { CurrentPasswordField } from '~/crm/ui/forms/PasswordField';
import { destinationAfterSignIn, type SessionUser } from '~/shared/accounts/account';
import { verifyEmailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { AccountHeading, BackToSignIn, FormAlert, Submit, TextLink } from '../parts';
import { useLinkForm } from './link-token';

const { verify } = accountStrings;

/** Redeems a verification link with the sign-up password, then names the next step: the panel, or awaiting approval. */
export function VerifyEmail() {
  const [done, setDone] = useState(false);
  const { field, fault, busy, submit } = useLinkForm(verifyEmailSchema, async (input) => {
    await post('/api/auth/verify', input);
    const { user } = await callApi<{ user: SessionUser | null }>('/api/auth/session');
    if (user) location.assign(destinationAfterSignIn(user, '/panel'));
    else setDone(true);
  });

  if (done) {
    return (
      <div role="status" className="grid gap-5">
        <AccountHeading title={verify.done}>{verify.doneText}</AccountHeading>
        <BackToSignIn />
      </div>
    );
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <AccountHeading title={verify.title}>{!fault && verify.text}</AccountHeading>
      {fault ? (
        <>
          <FormAlert>{fault}</FormAlert>
          <p>
            {verify.failedHint} <TextLink href="/login?modo=registro">{accountStrings.signUpTitle}</TextLink>
          </p>
        </>
      ) : (
        <>
          <CurrentPasswordField hint={verify.passwordHint} {...field('password')} />
          <Submit busyLabel={busy && verify.submitting}>{verify.submit}</Submit>
        </>
      )}
    </form>
  );
}
