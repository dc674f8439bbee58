import type { SetAsidePage } from '~/shared/enquiries/set-aside';
import { leadStrings } from '~/shared/strings/leads';
import { Button } from '../ui/Button';
import { LoadMore } from '../ui/reading/LoadMore';
import { SetAsideItem } from './SetAsideItem';
import { useSetAside } from './useSetAside';

const { setAside, more } = leadStrings;

/** Suspicious enquiries that wait for a person to accept or discard them. */
export function SetAsideScreen({ page }: { page: SetAsidePage }) {
  const { rows, isDiscardingAll, isUnderWay, accept, discard, discardAll, ...list } = useSetAside(page);
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
