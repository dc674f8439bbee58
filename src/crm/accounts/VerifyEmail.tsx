import { useState } from 'react';
import { destinationAfterSignIn } from '~/shared/accounts/account';
import { accountStrings } from '~/shared/strings/accounts';
import { AccountHeading, TextLink } from './AccountHeading';
import { fetchSessionUser, verifyEmail } from './account-api';
import { LinkButton } from './LinkButton';

const { verify } = accountStrings;

/** Redeems a verification link, and says what comes next: the panel, or waiting for approval. */
export function VerifyEmail() {
  const [done, setDone] = useState(false);

  async function redeem(token: string) {
    await verifyEmail(token);
    const user = await fetchSessionUser();
    if (user) location.assign(destinationAfterSignIn(user, '/panel'));
    else setDone(true);
  }

  if (done) {
    return (
      <div role="status" className="grid gap-5">
        <AccountHeading title={verify.done}>{verify.doneText}</AccountHeading>
        <p className="text-sm">
          <TextLink href="/login">{accountStrings.backToSignIn}</TextLink>
        </p>
      </div>
    );
  }
  return (
    <div className="grid gap-5">
      <AccountHeading title={verify.title}>{verify.text}</AccountHeading>
      <LinkButton label={verify.submit} busyLabel={verify.submitting} redeem={redeem}>
        {verify.failedHint} <TextLink href="/login?modo=registro">{accountStrings.signUpTitle}</TextLink>
      </LinkButton>
    </div>
  );
}
