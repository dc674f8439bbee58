import { localMsIn } from '~/shared/leads/days';
import type { ZoneOffset } from '~/shared/moments';

const MINUTE_MS = 60_000;

let readPageZone = () => document.documentElement.dataset.zone as string;

/** Sets the zone for the island that the server draws next. The page's `data-zone` repeats it for hydration. */
export function drawInZone(read: () => string): void {
  readPageZone = read;
}

/** The offset of the zone that the page is first drawn in: by the server, and again while it is hydrated. */
export const pageOffset: ZoneOffset = (moment) => (moment - localMsIn(readPageZone(), moment)) / MINUTE_MS;
