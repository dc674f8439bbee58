import { crmStrings } from '~/shared/strings/crm';
import { Button } from '../Button';

/** Below a list that goes on: asks for its next page. */
export function LoadMore({ text, busy, onPress }: { text: string; busy: boolean; onPress: () => void }) {
  return (
    <div className="p-4 text-center">
      <Button onClick={onPress} busyLabel={busy && crmStrings.loading}>
        {text}
      </Button>
    </div>
  );
}
