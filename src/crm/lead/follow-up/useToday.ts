import { dayIn } from '~/shared/leads/days';
import { useAsTimePasses } from '../../ui/useNow';

/** What day it is for whoever reads this; `atRender` is the server's time, for the first paint. */
export function useToday(zone: string, atRender: number): string {
  return useAsTimePasses(
    (now) => dayIn(zone, now),
    () => dayIn(zone, atRender),
  );
}
