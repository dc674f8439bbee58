import { useEffect, useState } from 'react';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { showFailure } from '../api-client';
import { Button } from '../ui/Button';
import { showToast } from '../ui/toasts/toasts';
import { AccountHeading, TextLink } from './AccountHeading';
import { resendVerification } from './account-api';

const { checkMail } = accountStrings;
/** The server sends an address at most one mail a minute. */
const WAIT_SECONDS = 60;

/** After a sign-up: says where the link went, and can resend it. */
export function CheckMail({ email }: { email: string }) {
  const [secondsLeft, setSecondsLeft] = useState(WAIT_SECONDS);
  const [busy, setBusy] = useState(false);

  useEffect(() => {
    if (secondsLeft === 0) return;
    const timer = setTimeout(() => setSecondsLeft(secondsLeft - 1), 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  async function resend() {
    setBusy(true);
    try {
      await resendVerification(email);
      showToast({ tone: 'success', text: checkMail.resent });
    } catch (error) {
      showFailure(error);
    }
    setBusy(false);
    setSecondsLeft(WAIT_SECONDS);
  }

  return (
    <div className="grid gap-5">
      <AccountHeading title={checkMail.title}>{checkMail.text(email)}</AccountHeading>
      <p className="text-sm text-ink-faint">{checkMail.hint}</p>
      <Button onClick={resend} disabled={secondsLeft > 0} busyLabel={busy && accountStrings.sending}>
        {secondsLeft > 0 ? checkMail.resendIn(secondsLeft) : checkMail.resend}
      </Button>
      <p className="text-sm">
        <TextLink href="/login">{accountStrings.backToSignIn}</TextLink>
      </p>
    </div>
  );
}
