import { ZONE_COOKIE } from '~/shared/zone-cookie';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Tells the server's next page the browser's time zone, by a cookie. Returns it, or '' if unknown. */
export function rememberZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got cookieStore only lately
  if (own) document.cookie = `${ZONE_COOKIE}=${own}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  return own;
}
