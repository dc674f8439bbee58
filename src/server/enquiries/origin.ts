import { cleanLine } from '~/shared/clean-text';
import { CAMPAIGN_FIELDS, type LeadOrigin, ORIGIN_LIMIT, REFERRER_FIELD, TOPIC_FIELD } from '~/shared/enquiries/origin';

/** The database column's limit. */
const MAX_CAMPAIGN_LENGTH = 2000;

/** The campaign in the form page's address, if the browser sent it, as a query string; else null. */
export function campaignIn(page: string | null): string | null {
  if (!page || !URL.canParse(page)) return null;
  const query = new URL(page).searchParams;
  const params = CAMPAIGN_FIELDS.flatMap((name) => {
    const value = query.get(name);
    return value ? [[name, value]] : [];
  });
  return String(new URLSearchParams(params)).slice(0, MAX_CAMPAIGN_LENGTH) || null;
}

/**
 * A submission's topic and where its visitor came from. Wrong values never refuse an enquiry: they are cut or dropped.
 * `campaign` is the fallback for a form that cannot tell without a script.
 */
export function readOrigin(fields: Record<string, string>, campaign: string | null): LeadOrigin {
  const query = new URLSearchParams(campaign ?? '');
  const [utm_source = null, utm_medium = null, utm_campaign = null] = CAMPAIGN_FIELDS.map((name) =>
    oneLine(fields[name] ?? query.get(name)),
  );
  const tema = oneLine(fields[TOPIC_FIELD]);
  return { tema, utm_source, utm_medium, utm_campaign, referrer: hostOf(fields[REFERRER_FIELD]) };
}

function oneLine(text: string | null | undefined): string | null {
  const line = cleanLine(text ?? '').replace(/\s+/g, ' ');
  return line.slice(0, ORIGIN_LIMIT).trim() || null;
}

function hostOf(site = ''): string | null {
  const url = [site, `https://${site}`].find((address) => URL.canParse(address));
  const host = url ? new URL(url).hostname.replace(/^www\./, '') : '';
  return host.includes('.') && host.length <= ORIGIN_LIMIT ? host : null;
}
