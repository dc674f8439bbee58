import { cleanLine } from '~/shared/clean-text';
import { ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { CAMPAIGN_FIELDS, type LeadOrigin, ORIGIN_LIMIT, REFERRER_FIELD, TOPIC_FIELD } from '~/shared/enquiries/origin';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';
import { addressKey } from '../net/client-address';

/** A submission's fields, the text they were read from, and where it came from, as far as the browser tells. */
export type Submission = {
  fields: Record<string, string>;
  body: string;
  contentType: string;
  address: string;
  origin: string | null;
  campaign: string | null;
  userAgent: string | null;
};

const MAX_FIELDS = 12;
/** Form encoding takes up to nine bytes a character ('%E2%82%AC'). 1024 are for names, country and submission_id. */
const MAX_BYTES = 9 * Object.values(ENQUIRY_LIMITS).reduce((sum, limit) => sum + limit, 0) + 1024;

/**
 * Reads a form post or the same fields as JSON.
 * @throws {AppError} `unsupported_type` for any other type; `too_large` for more than the fields can need; `malformed`
 * for bytes that are not UTF-8, JSON that is not a flat object of texts, more than 12 fields, or a repeated field.
 */
export function readSubmission(visit: Visit): Submission {
  const { contentType } = visit;
  if (!PARSERS[contentType]) throw new AppError('unsupported_type');
  if (visit.bodySize > MAX_BYTES) {
    throw new AppError('too_large', {
      message: enquiryStrings.errors.tooLarge.replace('{kb}', String(Math.floor(MAX_BYTES / 1024))),
    });
  }
  const body = visit.readText();
  return {
    fields: readFields(body, contentType),
    body,
    contentType,
    address: addressKey(visit.address),
    origin: visit.header('origin')?.slice(0, 255) ?? null,
    campaign: campaignIn(visit.header('referer')),
    userAgent: visit.userAgent,
  };
}

function readFields(body: string, contentType: string): Record<string, string> {
  const parse = PARSERS[contentType];
  if (!parse) throw new AppError('unsupported_type');
  const entries = parse(body);
  if (entries.length > MAX_FIELDS) throw new AppError('malformed');
  const fields: Record<string, string> = Object.create(null);
  for (const [name, value] of entries) {
    if (name in fields) throw new AppError('malformed', { message: `El campo ${name} llegó dos veces.` });
    fields[name] = value;
  }
  return fields;
}

/** A stored submission's fields; empty if unreadable. */
export function readKeptFields(kept: { body: string; content_type: string }): Record<string, string> {
  try {
    return readFields(kept.body, kept.content_type);
  } catch {
    return {};
  }
}

type Entries = [string, string][];

const PARSERS: Record<string, (body: string) => Entries> = {
  'application/x-www-form-urlencoded': parseForm,
  'application/json': parseJson,
};

function parseForm(body: string): Entries {
  return [...new URLSearchParams(body)];
}

/** A JSON string; before a colon it is a name. */
const JSON_TEXT = /("(?:[^"\\]|\\[\s\S])*(?:"|\\?$))(\s*:)?/g;

function parseJson(body: string): Entries {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new AppError('malformed');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new AppError('malformed');
  const values = new Map<string, string>();
  for (const [name, value] of Object.entries(parsed)) {
    if (typeof value !== 'string' && value !== null) throw new AppError('malformed');
    values.set(name, value ?? '');
  }
  // JSON.parse keeps only the last of equal names, so names are counted in the text.
  return [...body.matchAll(JSON_TEXT)]
    .filter(([, , colon]) => colon)
    .map(([, text = '']) => JSON.parse(text) as string)
    .map((name) => [name, values.get(name) ?? '']);
}

/** The database column's limit. */
const MAX_CAMPAIGN_LENGTH = 2000;

/** The campaign in the form page's address, if the browser sent it, as a query string; else null. */
function campaignIn(page: string | null): string | null {
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
