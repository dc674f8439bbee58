import { useRef } from 'react';
import type { SetAsidePage } from '~/shared/enquiries/set-aside';
import { leadStrings } from '~/shared/strings/leads';
import { setAsideStrings as setAside } from '~/shared/strings/set-aside';
import { Button } from '../ui/Button';
import { EmptyList } from '../ui/reading/EmptyList';
import { LoadFailed } from '../ui/reading/LoadFailed';
import { LoadMore } from '../ui/reading/LoadMore';
import { SetAsideItem } from './SetAsideItem';
import { useSetAside } from './useSetAside';

const { more } = leadStrings;

/** Suspicious enquiries to accept or discard. `page` is null if the server could not read them. */
export function SetAsideScreen({ page }: { page: SetAsidePage | null }) {
  const region = useRef<HTMLDivElement>(null);
  const { rows, isDiscardingAll, isUnderWay, isOutdated, catchUp, accept, discard, discardAll, ...list } =
    useSetAside(page, region);
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
    return <EmptyList>{setAside.empty}</EmptyList>;
  }
  return (
    <div ref={region}>
      <div className="mb-3 flex flex-wrap items-center justify-end gap-3">
        <p role="status">{isOutdated && setAside.outdated}</p>
        {isOutdated && (
          <Button look="primary" onClick={() => void catchUp()}>
            {setAside.catchUp}
          </Button>
        )}
        <Button onClick={discardAll} busyLabel={isDiscardingAll && setAside.discardingAll}>
          {setAside.discardAll}
        </Button>
      </div>
      <ul aria-label={setAside.title} className="card-columns">
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
    </div>
  );
}
