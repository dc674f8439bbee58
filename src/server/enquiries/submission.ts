import { ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';

/** A submission's fields, and the text they were read from. */
export type Submission = { fields: Record<string, string>; body: string; contentType: string };

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
  return { fields: readFields(body, contentType), body, contentType };
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
