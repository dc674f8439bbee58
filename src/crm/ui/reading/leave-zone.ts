import { ZONE_COOKIE } from '~/shared/leads/days';

const YEAR_SECONDS = 365 * 24 * 60 * 60;

/** Leaves the browser's time zone for the server's next page. Returns it, or '' where the browser does not say. */
export function leaveZone(): string {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone ?? '';
  // biome-ignore lint/suspicious/noDocumentCookie: Safari and Firefox got cookieStore only lately
  if (own) document.cookie = `${ZONE_COOKIE}=${own}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`;
  return own;
}
