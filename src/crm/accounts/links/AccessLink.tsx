import { useState } from 'react';
import { ApiError, post } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { homePath } from '~/shared/accounts/account';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import type { Entry } from '../account-api';
import { AccountHeading, FormAlert } from '../parts';
import { OrderLink } from '../RecoverForm';
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
      {failure?.code === 'token_invalid' && (
        <OrderLink
          path="/api/auth/access/another"
          before={<p>{access.another}</p>}
          submit={reset.askAnother}
          after={(email) => <p>{access.anotherSent(email)}</p>}
        />
      )}
      {token !== '' && failure?.code !== 'token_invalid' && (
        <Button look="primary" onClick={redeem} busyLabel={busy && access.submitting} className="w-full">
          {access.submit}
        </Button>
      )}
    </div>
  );
}
