import { isZone, ZONE_COOKIE } from '~/shared/leads/days';
import type { Cookies } from './cookies';

/** The reader's own time zone, which their screen has left here; undefined before it has. */
export function readOwnZone(cookies: Pick<Cookies, 'get'>): string | undefined {
  const named = cookies.get(ZONE_COOKIE)?.value ?? '';
  return isZone(named) ? named : undefined;
}
