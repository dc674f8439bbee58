import { type ReactNode, useState } from 'react';
import { ApiError } from '~/crm/api-client';
import { Button } from '~/crm/ui/Button';
import { accountStrings } from '~/shared/strings/accounts/accounts';
import { FormAlert } from '../FormAlert';
import { readLinkToken, useLinkToken } from './link-token';

/**
 * Redeems a mailed link. Opening the link is not enough, because mail scanners open links, too.
 * `children` is shown once the link is invalid.
 */
export function LinkButton({
  label,
  busyLabel,
  redeem,
  children,
}: {
  label: string;
  busyLabel: string;
  redeem: (token: string) => Promise<void>;
  children: ReactNode;
}) {
  const token = useLinkToken();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiError | null>(null);

  async function use() {
    setBusy(true);
    setFailure(null);
    try {
      await redeem(readLinkToken());
    } catch (error) {
      setFailure(error instanceof ApiError ? error : new ApiError('unexpected', accountStrings.unexpected));
      setBusy(false);
    }
  }

  if (token === '') return <FormAlert>{accountStrings.link.missingToken}</FormAlert>;
  return (
    <>
      {failure && <FormAlert>{failure.message}</FormAlert>}
      {failure?.code === 'token_invalid' ? (
        children
      ) : (
        <Button look="primary" onClick={use} busyLabel={busy && busyLabel} className="w-full">
          {label}
        </Button>
      )}
    </>
  );
}
