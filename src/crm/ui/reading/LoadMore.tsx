import { crmStrings } from '~/shared/strings/crm';
import { Button } from '../Button';

/** The button below a list that loads its next page. */
export function LoadMore({ text, busy, onPress }: { text: string; busy: boolean; onPress: () => void }) {
  return (
    <div className="p-4 text-center">
      <Button onClick={onPress} busyLabel={busy && crmStrings.loading}>
        {text}
      </Button>
    </div>
  );
}
