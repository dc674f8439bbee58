import { createContext, use, useEffect, useState } from 'react';
import { findField } from '~/shared/leads/fields';
import type { LiveAct, LiveUpdate } from '~/shared/leads/live';
import { peopleStrings } from '~/shared/strings/lead/presence';
import { onStream } from '../../ui/stream';

/** How long a colleague's change stays marked. */
const RECENT_MS = 8000;

/** Colleagues' recent changes to the open lead. */
export const RecentActsContext = createContext<readonly LiveAct[]>([]);

/** Other users' changes to a lead within the last seconds. */
export function useRecentActs(leadId: number, userId: string): readonly LiveAct[] {
  const [acts, setActs] = useState<readonly LiveAct[]>([]);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;

    const stop = onStream('leads', ({ data }) => {
      const update = JSON.parse(data) as Partial<LiveUpdate>;
      const others = update.acts?.filter(({ lead_id, actor_id }) => lead_id === leadId && actor_id !== userId);
      if (!others?.length) return;
      setActs(others);
      clearTimeout(timer);
      timer = setTimeout(() => setActs([]), RECENT_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
      setActs([]);
    };
  }, [leadId, userId]);
  return acts;
}

/**
 * Names, beside a field's label for some seconds, the colleague who has just changed it. Screen readers hear that once,
 * from `LeadPresence`.
 */
export function JustChanged({ name }: { name: string }) {
  const act = use(RecentActsContext).findLast(({ field }) => findField(field)?.label === name);
  return (
    act && (
      // Takes no room, so nothing moves when it comes and goes, and never covers a value.
      <span aria-hidden="true" className="fact-changed">
        {peopleStrings.justNow(act.actor_name.split(' ', 1)[0] ?? '')}
      </span>
    )
  );
}
