import { crmStrings } from '~/shared/strings/crm';
import { Button } from '../Button';
import { useReconnect } from '../connection';
import { Icon } from '../Icon';

type Props = {
  text: string;
  busy?: boolean;
  onRetry: () => void;
};

/** Replaces what could not be read, with a retry button. Retries by itself on reconnect. */
export function LoadFailed({ text, busy = false, onRetry }: Props) {
  useReconnect(onRetry);
  return (
    <div className="grid plate justify-items-center gap-4 px-5 py-8 text-center">
      <Icon name="warning" className="size-8 text-terracotta-dark" />
      <p>{text}</p>
      <Button look="primary" onClick={onRetry} busyLabel={busy && crmStrings.loading}>
        {crmStrings.retry}
      </Button>
    </div>
  );
}
