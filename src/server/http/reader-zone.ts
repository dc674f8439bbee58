import { DEFAULT_ZONE, isZone, ZONE_COOKIE } from '~/shared/leads/days';
import type { Cookies } from './cookies';

/** The reader's time zone, left here by their screen; undefined until then. */
export function readOwnZone(cookies: Pick<Cookies, 'get'>): string | undefined {
  const named = cookies.get(ZONE_COOKIE)?.value ?? '';
  return isZone(named) ? named : undefined;
}

/** The same, or the default one. */
export function readZone(cookies: Pick<Cookies, 'get'>): string {
  return readOwnZone(cookies) ?? DEFAULT_ZONE;
}
