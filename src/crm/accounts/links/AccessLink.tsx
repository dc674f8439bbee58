import { useState } from 'react';
import { ApiError, post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { useForm } from '~/crm/ui/forms/useForm';
import { homePath } from '~/shared/accounts/account';
import { emailSchema } from '~/shared/accounts/schema';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import type { Entry } from '../account-api';
import { AccountHeading, EmailField, FormAlert, MailNote } from '../parts';
import { readLinkToken, useLinkToken } from './link-token';

const { access, link, reset } = accountStrings;

/**
 * Redeems a link that signs in without a password, on a press: mail scanners open links, too. An expired link can be
 * replaced by another.
 */
export function AccessLink() {
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function redeem() {
    setBusy(true);
    setFailure(null);
    try {
      const entry = await post<Entry>('/api/auth/access', { token: readLinkToken() });
      // The login page has the second step.
      location.assign('user' in entry ? homePath(entry.user) : '/login');
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError('unexpected', accountStrings.unexpected));
      setBusy(false);
    }
  }

  return (
    <div className="grid gap-5">
      <AccountHeading title={access.title}>{access.text}</AccountHeading>
      {token === '' && <FormAlert>{link.missingToken}</FormAlert>}
      {failure && <FormAlert>{failure.message}</FormAlert>}
      {failure?.code === 'token_invalid' && <AnotherAccessLink />}
      {token !== '' && failure?.code !== 'token_invalid' && (
        <Button look="primary" onClick={redeem} busyLabel={busy && access.submitting} className="w-full">
          {access.submit}
        </Button>
      )}
    </div>
  );
}

/** Requests another access link. The answer does not reveal whether the account exists. */
function AnotherAccessLink() {
  const [mailedTo, setMailedTo] = useState<string | null>(null);
  const { field, busy, submit } = useForm(emailSchema, async ({ email }) => {
    await post('/api/auth/access/another', { email });
    setMailedTo(email);
  });

  if (mailedTo)
    return (
      <div role="status" className="grid gap-4">
        <p>{access.anotherSent(mailedTo)}</p>
        <MailNote />
      </div>
    );
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      <p>{access.another}</p>
      <EmailField {...field('email')} />
      <Button type="submit" look="primary" busyLabel={busy && accountStrings.sending} className="w-full">
        {reset.askAnother}
      </Button>
    </form>
  );
}
