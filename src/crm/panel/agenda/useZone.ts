import { useEffect, useState } from 'react';
import { ZONE_COOKIE } from '~/shared/leads/days';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/**
 * The reader's time zone: at first the one that the server took, then the browser's own, which is left for the server's
 * next page.
 */
export function useZone(atFirst: string): string {
  const [zone, setZone] = useState(atFirst);
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
    if (!own || own === atFirst) return;
    setZone(own);
    // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got cookieStore only lately
    document.cookie = `${ZONE_COOKIE}=${own}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  }, [atFirst]);
  return zone;
}
