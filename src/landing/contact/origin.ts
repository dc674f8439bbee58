import { CAMPAIGN_FIELDS, ORIGIN_LIMIT, REFERRER_FIELD } from '~/shared/enquiries/origin';

/**
 * Campaign and referring site, as far as URL and browser tell; on /contacto also those of the previous page.
 * Stores nothing.
 */
export function readOrigin(): Record<string, string> {
  const before = document.referrer ? new URL(document.referrer) : null;
  const isOwn = before?.host === location.host;
  const query = new URLSearchParams(location.search || (isOwn ? before?.search : ''));
  const fields = CAMPAIGN_FIELDS.map((name) => [name, query.get(name)]);
  if (!isOwn) fields.push([REFERRER_FIELD, before?.hostname ?? null]);
  return Object.fromEntries(fields.flatMap(([name, value]) => (value ? [[name, value.slice(0, ORIGIN_LIMIT)]] : [])));
}
