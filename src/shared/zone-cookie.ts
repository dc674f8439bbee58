import { DEFAULT_ZONE, isZone } from './leads/days';

/** Where a browser leaves its time zone's name, for the pages that the server draws. */
export const ZONE_COOKIE = 'zona';

type Cookies = { get: (name: string) => { value: string } | undefined };

/** The reader's time zone, left here by their screen; undefined until then. */
export function readOwnZone(cookies: Cookies): string | undefined {
  const named = cookies.get(ZONE_COOKIE)?.value;
  return named && isZone(named) ? named : undefined;
}

/** The same, or the default one. */
export function readZone(cookies: Cookies): string {
  return readOwnZone(cookies) ?? DEFAULT_ZONE;
}
