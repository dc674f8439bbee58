import { atom } from 'nanostores';
import type { LiveAct, LiveUpdate } from '~/shared/leads/live';
import { $stream } from '../../ui/stream';

/** How long a colleague's change stays marked. */
const RECENT_MS = 8000;

/** Colleagues' recent changes to the open lead. */
export const $recentActs = atom<readonly LiveAct[]>([]);

/** Marks other users' changes to a lead. Returns a function that stops it. */
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
