import { useEffect, useState } from 'react';
import { $stream } from '../../ui/stream';

/** Ticks come in bursts. */
const TOGETHER_MS = 250;

/**
 * A number that changes when the lead's conversation has: what is told beside the lead's events, as ticks and reactions
 * are; and once the stream is back after a gap, in which they are not told.
 */
export function useConversationNews(leadId: number): number {
  const [told, setTold] = useState(0);
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasGap = false;
    const tell = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        setTold((before) => before + 1);
      }, TOGETHER_MS);
    };
    const unbind = $stream.subscribe((stream) => {
      stream?.addEventListener(
        'conversations',
        ({ data }) => {
          if ((JSON.parse(data) as number[]).includes(leadId)) tell();
        },
        { signal },
      );
      stream?.addEventListener('error', () => (hasGap = true), { signal });
      stream?.addEventListener(
        'open',
        () => {
          if (hasGap) tell();
          hasGap = false;
        },
        { signal },
      );
    });
    return () => {
      ended.abort();
      unbind();
      clearTimeout(timer);
    };
  }, [leadId]);
  return told;
}
