import { describeClock, describeDate, localOffset } from '~/shared/format';
import { conversationStrings as strings } from '~/shared/strings/lead/conversation';
import { useAsTimePasses } from '../../ui/useNow';

/** Until when free text is taken, in the reader's zone; nothing once it is not. */
export function WindowEnd({ at }: { at: string | null }) {
  const ends = at === null ? 0 : Date.parse(at);
  const text = useAsTimePasses(
    (now) => describeEnd(ends, now),
    () => '',
  );
  return text && <p className="text-sm text-ink-soft">{text}</p>;
}

/** Whether free text is still taken. */
export function useIsOpen(at: string | null): boolean {
  const ends = at === null ? 0 : Date.parse(at);
  return useAsTimePasses(
    (now) => ends > now,
    () => ends > Date.now(),
  );
}

function describeEnd(ends: number, now: number): string {
  if (ends <= now) return '';
  const clock = describeClock(ends, localOffset);
  const isToday = describeDate(ends, localOffset) === describeDate(now, localOffset);
  return isToday ? strings.until(clock) : strings.untilTomorrow(clock);
}
