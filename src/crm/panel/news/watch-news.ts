import type { LiveUpdate } from '~/shared/leads/live';
import { onStream } from '../../ui/stream';
import { $listensHidden } from '../useLive';
import { showCount } from './tab-count';

/** Messages between an account's tabs. */
type Message = { news: number[] } | { looked: number[] };

/**
 * Counts in the tab's title and icon the enquiries since somebody last looked at any tab of this account. One of the
 * hidden tabs keeps listening for all. `onLooked`: somebody looks again, and enquiries came meanwhile. Returns a function
 * that stops it.
 */
export function watchNews({
  account,
  since,
  onLooked,
}: {
  account: string;
  since: number;
  onLooked: () => void;
}): () => void {
  const name = `crm-${account}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  const { signal } = ended;
  const loadedAt = new Date(since).toISOString();
  const unseen = new Set<number>();
  const seen = new Set<number>();
  let cameUnseen = false;

  const isLooking = () => document.visibilityState === 'visible' && document.hasFocus();
  const post = (message: Message) => channel.postMessage(message);

  function count(ids: readonly number[]): void {
    const fresh = ids.filter((id) => !seen.has(id) && !unseen.has(id));
    if (fresh.length === 0) return;
    for (const id of fresh) unseen.add(id);
    if (isLooking()) look();
    else {
      cameUnseen = true;
      showCount(unseen.size);
    }
  }

  function see(ids: readonly number[]): void {
    for (const id of ids) {
      seen.add(id);
      unseen.delete(id);
    }
    cameUnseen &&= unseen.size > 0;
    showCount(unseen.size);
  }

  function look(): void {
    if (!isLooking() || unseen.size === 0) return;
    const looked = [...unseen];
    const wasUnseen = cameUnseen;
    see(looked);
    post({ looked });
    if (wasUnseen) onLooked();
  }

  function arrive(news: number[]): void {
    count(news);
    if (news.length > 0) post({ news });
  }

  const stop = onStream('leads', ({ data }) => {
    const { enquiries } = JSON.parse(data) as LiveUpdate;
    arrive(enquiries.filter(({ at }) => at > loadedAt).map(({ id }) => id));
  });
  channel.addEventListener(
    'message',
    ({ data }: MessageEvent<Message>) => {
      if ('news' in data) count(data.news);
      else see(data.looked);
    },
    { signal },
  );
  document.addEventListener('visibilitychange', look, { signal });
  window.addEventListener('focus', look, { signal });
  listenForAll(name, signal);

  return () => {
    ended.abort();
    stop();
    channel.close();
    showCount(0);
  };
}

/** The lock's holder listens until its page goes; then the next tab takes over. */
function listenForAll(name: string, ended: AbortSignal): void {
  function ask(): void {
    const left = new AbortController();
    window.addEventListener('pagehide', () => left.abort(), { once: true });
    const signal = AbortSignal.any([left.signal, ended]);
    navigator.locks
      .request(`${name}-listens`, { signal }, () => {
        $listensHidden.set(true);
        return new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      })
      // Aborted before it got the lock.
      .catch(() => {})
      .finally(() => $listensHidden.set(false));
  }
  // Locks need https or localhost.
  if (!navigator.locks) return;
  ask();
  window.addEventListener('pageshow', (event) => event.persisted && ask(), { signal: ended });
}
