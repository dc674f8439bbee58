import { useSyncExternalStore } from 'react';
import { describeClock, describeDate, describeExactly, localOffset } from '~/shared/moments';
import { pageOffset } from './reading/page-zone';

const DESCRIBE = { both: describeExactly, date: describeDate, time: describeClock };
type Parts = keyof typeof DESCRIBE;

const subscribeToNothing = () => () => {};

type Props = {
  at: string;
  parts?: Parts;
  className?: string;
};

/** A moment's date and time in the reader's zone: the page's until hydrated. */
export function LocalTime({ at, parts = 'both', className }: Props) {
  const describe = DESCRIBE[parts];
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => describe(Date.parse(at), localOffset),
    () => describe(Date.parse(at), pageOffset),
  );
  return (
    <time dateTime={at} className={className}>
      {text}
    </time>
  );
}

/** Returns a moment's day in the reader's zone: the page's until hydrated. */
export function useLocalDay(): (at: string) => string {
  const offset = useSyncExternalStore(
    subscribeToNothing,
    () => localOffset,
    () => pageOffset,
  );
  return (at) => describeDate(Date.parse(at), offset);
}
