import { useEffect, useState } from 'react';
import { onStream } from '../../ui/stream';

/** Ticks come in bursts. */
const THROTTLE_MS = 250;

/**
 * Counts changes of the lead's conversation that are no events of the lead, such as ticks and reactions. Counts a
 * reconnect too: changes during a gap are not repeated.
 */
export function useConversationChanges(leadId: number): number {
  const [changes, setChanges] = useState(0);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasGap = false;
    const count = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setChanges((before) => before + 1);
      }, THROTTLE_MS);
    };
    const stops = [
      onStream('conversations', ({ data }) => {
        if ((JSON.parse(data) as number[]).includes(leadId)) count();
      }),
      onStream('error', () => {
        hasGap = true;
      }),
      onStream('open', () => {
        if (hasGap) count();
        hasGap = false;
      }),
    ];
    return () => {
      for (const stop of stops) stop();
      clearTimeout(timer);
    };
  }, [leadId]);
  return changes;
}
