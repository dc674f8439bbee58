import { z } from 'zod';
import { getSettings } from '../env';
import { fetchOperatorUrl, fetchPublic } from '../net/fetch';
import { readRetryAfter } from '../outbox/reply';

const TIMEOUT_MS = 15_000;
/** A page of templates takes some 300 kB at most. */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

/** A number's token, decrypted. */
export type GraphAccess = { token: string };

type Call = {
  query?: Record<string, string>;
  /** Posted as JSON; without it the call is a GET. */
  body?: unknown;
  signal?: AbortSignal;
};

/** The API refused, or its answer was missing or unreadable. */
export class GraphError extends Error {
  override name = 'GraphError';
  /** Meta's error code, if any. */
  readonly code: number | null;
  /** The HTTP status; null if no answer came, so that it is unknown whether the call was carried out. */
  readonly status: number | null;
  /** The requested wait. */
  readonly retryAfterMs: number | undefined;

  constructor(
    refusal: { code: number | null; status: number | null; retryAfterMs?: number | undefined },
    cause?: unknown,
  ) {
    super(`the Graph API answered ${refusal.status}, code ${refusal.code}`, { cause });
    this.code = refusal.code;
    this.status = refusal.status;
    this.retryAfterMs = refusal.retryAfterMs;
  }

  /** Whether the token is invalid or lacks permission. */
  get isOfToken(): boolean {
    return this.status === 401 || this.code === 190 || this.code === 10 || isBetween(this.code, 200, 299);
  }
}

const isBetween = (code: number | null, from: number, to: number) => code !== null && code >= from && code <= to;

const errorSchema = z.object({ error: z.object({ code: z.number() }) });

/**
 * Calls the Graph API at WHATSAPP_API_URL and returns its JSON. Follows no redirect, so that the token goes nowhere
 * else. Times out after 15 seconds.
 * @throws {GraphError} for anything else than a 2xx with JSON.
 */
export async function callGraph(
  { token }: GraphAccess,
  path: string,
  { query, body, signal }: Call = {},
): Promise<unknown> {
  const url = new URL(`${getSettings().WHATSAPP_API_URL}/${path}`);
  for (const [name, value] of Object.entries(query ?? {})) url.searchParams.set(name, value);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetchOperatorUrl(url, {
      ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
      headers: {
        authorization: `Bearer ${token}`,
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      redirect: 'manual',
      signal: signal ? AbortSignal.any([limit, signal]) : limit,
    });
    text = await readWithin(response, MAX_ANSWER_BYTES);
  } catch (cause) {
    throw new GraphError({ code: null, status: null }, cause);
  }
  const answer = parse(text);
  if (response.ok && answer !== undefined) return answer;
  const refusal = errorSchema.safeParse(answer);
  throw new GraphError({
    code: refusal.success ? refusal.data.error.code : null,
    status: response.status,
    retryAfterMs: readRetryAfter(response.headers.get('retry-after')),
  });
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Fetches a file's URL, as given by the API, with the token: from the API's own origin, or by https from a public
 * address. Does not read the body or follow redirects.
 * @throws what fetch throws, or {TypeError} for an address that must not be called.
 */
export function fetchFile({ token }: GraphAccess, address: string, signal: AbortSignal): Promise<Response> {
  const url = new URL(address);
  const isOfApi = url.origin === new URL(getSettings().WHATSAPP_API_URL).origin;
  if (!isOfApi && url.protocol !== 'https:') throw new TypeError('a file is fetched by https only');
  const call = isOfApi ? fetchOperatorUrl : fetchPublic;
  return call(url, {
    headers: {
      authorization: `Bearer ${token}`,
      'accept-encoding': 'identity',
      // The host refuses a program without a name.
      'user-agent': 'agente-inmobiliario-crm',
    },
    redirect: 'manual',
    signal,
  });
}

/** The whole of an answer as text. Throws RangeError past `limit` bytes; the connection is then cut. */
async function readWithin(response: Response, limit: number): Promise<string> {
  if (!response.body) return '';
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > limit) throw new RangeError(`an answer of more than ${limit} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
