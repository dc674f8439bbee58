import type { SetAsidePage } from '~/shared/enquiries/set-aside';
import { setAsideStrings as setAside } from '~/shared/strings/lead/set-aside';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { LoadMore } from '../ui/reading/LoadMore';
import { SetAsideItem } from './SetAsideItem';
import { useSetAside } from './useSetAside';

const { more } = leadStrings;

/**
 * Suspicious enquiries that wait for a person to accept or discard them. `page` is null if the server could not read
 * them.
 */
export function SetAsideScreen({ page }: { page: SetAsidePage | null }) {
  const { rows, isDiscardingAll, isUnderWay, accept, discard, discardAll, ...list } = useSetAside(page);
  if (list.isUnread) {
    const isReading = list.loading === 'first';
    return (
      <LoadFailed
        text={setAside.toasts.setAsideLoadFailed}
        busy={isReading}
        onRetry={() => void list.read()}
      />
    );
  }
  const hasMore = list.page?.next_cursor != null;

  if (rows.length === 0 && !hasMore) {
    return (
      <p className="rounded-xl bg-white px-5 py-14 text-center text-ink-soft shadow-card">{setAside.empty}</p>
    );
  }
  return (
    <>
      <div className="mb-3 flex justify-end">
        <Button onClick={discardAll} busyLabel={isDiscardingAll && setAside.discardingAll}>
          {setAside.discardAll}
        </Button>
      </div>
      <ul aria-label={setAside.title} className="grid gap-3">
        {rows.map((enquiry) => (
          <SetAsideItem
            key={enquiry.id}
            enquiry={enquiry}
            isBusy={isUnderWay(enquiry.id)}
            onAccept={() => accept(enquiry)}
            onDiscard={() => discard(enquiry)}
          />
        ))}
      </ul>
      {hasMore && <LoadMore text={more} busy={list.loading === 'more'} onPress={list.more} />}
    </>
  );
}
