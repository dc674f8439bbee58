import { localMsIn } from '~/shared/leads/days';
import type { ZoneOffset } from '~/shared/moments';

const MINUTE_MS = 60_000;

let drawnZone: string | undefined;

/** Sets the zone for the island that the server draws next. The page's `data-zone` repeats it for hydration. */
export function drawInZone(zone: string): void {
  drawnZone = zone;
}

/** The offset of the zone that the page is first drawn in: by the server, and again while it is hydrated. */
export const pageOffset: ZoneOffset = (moment) => {
  const zone = drawnZone ?? (document.documentElement.dataset.zone as string);
  return (moment - localMsIn(zone, moment)) / MINUTE_MS;
};
