import { ENQUIRY_LIMITS } from '~/shared/enquiries/fields';
import { enquiryStrings } from '~/shared/strings/enquiries';
import { AppError } from '../app-error';
import type { Visit } from '../http/visit';

/** What a submission says, field by field, and the text it was read from. */
export type Submission = { fields: Record<string, string>; body: string; contentType: string };

const MAX_FIELDS = 12;
/** A character can take nine bytes in a form ('%E2%82%AC'); names, country and submission_id take little. */
const MAX_BYTES = 9 * Object.values(ENQUIRY_LIMITS).reduce((sum, limit) => sum + limit, 0) + 1024;

/**
 * Reads a form post or its JSON equivalent.
 * @throws {AppError} `unsupported_type` for any other type; `too_large` for more than the fields can need; `malformed`
 * for bytes that are no UTF-8, JSON that is not a flat object of texts, more than 12 fields, or a field given twice.
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

/** The fields of a submission that was kept; none where they cannot be read. */
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

/** A text in JSON, and the colon where it is a name. */
const JSON_TEXT = /("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?/g;

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
  // What was parsed knows only the last of two equal names: each is read from the text as often as it stands there.
  return [...body.matchAll(JSON_TEXT)]
    .filter(([, , colon]) => colon)
    .map(([, text = '']) => JSON.parse(text) as string)
    .map((name) => [name, values.get(name) ?? '']);
}
