import { useSyncExternalStore } from 'react';
import { describeDate, describeExactly, localOffset, noOffset } from '~/shared/moment';

const subscribeToNothing = () => () => {};

/**
 * A moment as date and time in the reader's own time zone. The server does not know the zone and writes UTC; the
 * browser corrects it on hydration.
 */
export function LocalTime({
  at,
  parts = 'both',
  className,
}: {
  at: string;
  parts?: 'both' | 'date';
  className?: string;
}) {
  const describe = parts === 'date' ? describeDate : describeExactly;
  const text = useSyncExternalStore(
    subscribeToNothing,
    () => describe(Date.parse(at), localOffset),
    () => describe(Date.parse(at), noOffset),
  );
  return (
    <time dateTime={at} className={className}>
      {text}
    </time>
  );
}
