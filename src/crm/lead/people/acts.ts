import { atom } from 'nanostores';
import type { LiveAct, LiveUpdate } from '~/shared/leads/live';
import { $stream } from '../../ui/stream';

/** So long a mark stays beside what a colleague has changed. */
const RECENT_MS = 8000;

/** What colleagues have just changed in the open lead. */
export const $recentActs = atom<readonly LiveAct[]>([]);

/** Marks what others than this user change in a lead. Returns a function that ends it. */
export function watchActs(leadId: number, userId: string): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function hear({ data }: MessageEvent<string>) {
    const { acts } = JSON.parse(data) as Partial<LiveUpdate>;
    const ofOthers = acts?.filter(({ lead_id, actor_id }) => lead_id === leadId && actor_id !== userId);
    if (!ofOthers?.length) return;
    $recentActs.set(ofOthers);
    clearTimeout(timer);
    timer = setTimeout(() => $recentActs.set([]), RECENT_MS);
  }

  const unbind = $stream.subscribe((stream) => stream?.addEventListener('leads', hear, { signal }));
  return () => {
    ended.abort();
    unbind();
    clearTimeout(timer);
    $recentActs.set([]);
  };
}
