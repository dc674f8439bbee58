import { describeExactly, describeMoment, localOffset } from '~/shared/moments';
import { pageOffset } from './reading/page-zone';
import { useNow } from './useNow';

/**
 * A relative time, 'hace 7 min', in the reader's zone; screen readers and hovering get the exact one.
 * `now` is the server's time, for the first paint, which omits the exact one.
 */
export function RelativeTime({ at, now }: { at: string; now: number }) {
  const moment = Date.parse(at);
  const text = useNow(
    (now) => describeMoment(moment, now, localOffset),
    () => describeMoment(moment, now, pageOffset),
  );
  const exact = useExactTime(at);
  return (
    <time dateTime={at} title={exact}>
      {text}
      {exact && exact !== text && <span className="sr-only"> ({exact})</span>}
    </time>
  );
}

/** A moment's date and time in the reader's zone; undefined until that is known. */
function useExactTime(at: string): string | undefined {
  return useNow(
    () => describeExactly(Date.parse(at), localOffset),
    () => undefined,
  );
}
