import { useEffect, useState } from 'react';

/** How many enquiries wait for a decision, as the server tells it while somebody looks; null until it has. */
export function useWaitingCount(): number | null {
  const [count, setCount] = useState<number | null>(null);
  useEffect(() => {
    let source: EventSource | undefined;
    // The browser asks again by itself. A hidden tab leaves the connection to those that are looked at.
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
