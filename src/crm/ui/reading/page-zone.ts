import { localMsIn } from '~/shared/leads/days';
import type { ZoneOffset } from '~/shared/moments';

const MINUTE_MS = 60_000;

let readPageZone = () => document.documentElement.dataset.zone as string;

/** Has the server draw the next island in this zone, which is also the page's `data-zone`. */
export function drawInZone(read: () => string): void {
  readPageZone = read;
}

/** The offset of the zone that the page is first drawn in: by the server, and again while it is hydrated. */
export const pageOffset: ZoneOffset = (moment) => (moment - localMsIn(readPageZone(), moment)) / MINUTE_MS;
