import { localMsIn } from '~/shared/leads/days';
import type { ZoneOffset } from '~/shared/moments';

const MINUTE_MS = 60_000;

let readPageZone = () => document.documentElement.dataset.zone as string;

/**
 * Sets the zone for the island that the server draws next, read once and only if it shows a moment: pages that are built
 * have no reader. The page's `data-zone` repeats it for hydration.
 */
export function drawInZone(read: () => string): void {
  let zone: string | undefined;
  readPageZone = () => {
    zone ??= read();
    return zone;
  };
}

/** The offset of the zone that the page is first drawn in: by the server, and again while it is hydrated. */
export const pageOffset: ZoneOffset = (moment) => (moment - localMsIn(readPageZone(), moment)) / MINUTE_MS;
