import { AppError } from '../app-error';

/** What a submission says, field by field, and the text it was read from. */
export type Submission = { fields: Record<string, string>; body: string; contentType: string };

const MAX_FIELDS = 12;

/**
 * Reads a form post or its JSON equivalent.
 * @throws {AppError} `unsupported_type` for any other type; `malformed` for bytes that are no UTF-8, JSON that is
 * not a flat object of texts, more than 12 fields, or a field given twice.
 */
export async function readSubmission(request: Request): Promise<Submission> {
  const contentType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!PARSERS[contentType]) throw new AppError('unsupported_type');
  const body = decodeUtf8(await request.arrayBuffer());
  return { fields: readFields(body, contentType), body, contentType };
}

/** The fields of a submission's text as it was kept. Throws AppError as readSubmission does. */
export function readFields(body: string, contentType: string): Record<string, string> {
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

type Entries = [string, string][];

const PARSERS: Record<string, (body: string) => Entries> = {
  'application/x-www-form-urlencoded': parseForm,
  'application/json': parseJson,
};

function parseForm(body: string): Entries {
  return [...new URLSearchParams(body)];
}

function parseJson(body: string): Entries {
  let parsed: unknown;
  try {
    parsed = JSON.parse(body);
  } catch {
    throw new AppError('malformed');
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) throw new AppError('malformed');
  return Object.entries(parsed).map(([name, value]) => {
    if (typeof value !== 'string' && value !== null) throw new AppError('malformed');
    return [name, value ?? ''];
  });
}

function decodeUtf8(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new AppError('malformed');
  }
}
