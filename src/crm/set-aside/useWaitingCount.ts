import { useEffect, useState } from 'react';

/** Enquiries awaiting a decision, streamed while the tab is visible; null until known. */
export function useWaitingCount(): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let source: EventSource | undefined;
    // The browser retries by itself. A hidden tab leaves its connection to the visible ones.
    function follow() {
      source?.close();
      if (document.visibilityState === 'hidden') return;
      source = new EventSource('/api/leads/stream');
      source.addEventListener('set-aside', ({ data }) => setCount(Number(data)));
    }
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      source?.close();
      document.removeEventListener('visibilitychange', follow);
    };
  }, []);
  return count;
}
