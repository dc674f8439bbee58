import { useState } from 'react';
import type { LeadMessage } from '~/shared/leads/message';
import { crmStrings } from '~/shared/strings/crm';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/Icon';

/** Why a message did not go out, and a button that sends its text again. */
export function MessageFault({
  message: { kind, body, reason },
  isSentAgain,
  onRetry,
}: {
  message: LeadMessage;
  isSentAgain: boolean;
  onRetry: (body: string) => Promise<void>;
}) {
  const [busy, setBusy] = useState(false);

  async function retry(text: string) {
    setBusy(true);
    await onRetry(text);
    setBusy(false);
  }

  return (
    <div className="bubble-fault">
      <p>
        <Icon name="warning" className="mr-1 inline-block size-4 align-[-0.2em]" />
        {strings.statuses.failed}
        {reason && `: ${reason}`}
      </p>
      {kind === 'text' && body && !isSentAgain && (
        <Button size="small" onClick={() => void retry(body)} busyLabel={busy && strings.submitting}>
          {crmStrings.retry}
        </Button>
      )}
    </div>
  );
}
