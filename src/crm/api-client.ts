import type { ErrorBody, ErrorCode, FieldErrors } from '~/shared/errors';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { crmStrings } from '~/shared/strings/crm';
import { screenAccount } from './ui/screen-account';
import { showToast, showToastAfterNavigation } from './ui/toasts/toasts';

/**
 * A call that failed: what the server said, `network` where no answer came, `unsaid` where it says no reason.
 * `message` is fit for people.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'network' | 'unsaid';
  readonly fields: FieldErrors;
  /** As of which of the leads' events a lead is not there; 0 where the answer does not say. */
  readonly asOf: number;

  constructor(code: ErrorCode | 'network' | 'unsaid', message: string, fields: FieldErrors = {}, asOf = 0) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.asOf = asOf;
  }
}

type Call = {
  method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** Is told as of which of the leads' events the answer is, where its body does not say. */
  onAsOf?: (asOf: number) => void;
  /** Names a press that makes something: the same key again, after a lost answer, makes no second one. */
  key?: string | undefined;
  /** False where an expired session is no obstacle: signing out, for one. */
  offersSignIn?: boolean;
  /** What people read where the answer says that it failed, and not why. */
  unsaid?: string;
};

let signInAgain: (() => Promise<boolean>) | undefined;

/**
 * Says how a person signs in again in place when the session has expired. The promise answers whether they did;
 * calls that were refused meanwhile are then made once more, so that nothing that was typed is lost.
 */
export function onSessionExpired(handler: () => Promise<boolean>): () => void {
  signInAgain = handler;
  return () => {
    if (signInAgain === handler) signInAgain = undefined;
  };
}

/** What other people see from here on is their own screen; what was being typed waits for who typed it. */
function startAnew(reason: string): Promise<never> {
  showToastAfterNavigation({ tone: 'warning', text: reason });
  location.reload();
  return new Promise(() => {});
}

/**
 * Calls one of this site's endpoints and returns its JSON; undefined where the answer has no body.
 * @throws {ApiError} for every answer that is not a success, and where there is none.
 */
export async function callApi<Answer = void>(path: string, call: Call = {}): Promise<Answer> {
  try {
    return await send<Answer>(path, call);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === 'other_account') return startAnew(error.message);
    const asksToSignIn = error.code === 'unauthenticated' && call.offersSignIn !== false && signInAgain;
    if (asksToSignIn && (await asksToSignIn()))
      return callApi<Answer>(path, { ...call, offersSignIn: false });
    throw error;
  }
}

async function send<Answer>(
  path: string,
  { method = 'GET', body, signal, key, unsaid, onAsOf }: Call,
): Promise<Answer> {
  const account = screenAccount();
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(account && { 'x-account': account }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('network', crmStrings.unexpected);
  }
  if (!response.ok) throw await readError(response, unsaid);
  onAsOf?.(readAsOf(response));
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

function readAsOf({ headers }: Response): number {
  return Number(headers.get(AS_OF_HEADER));
}

/** A proxy in front may answer with a page of its own instead of the contract's JSON. */
async function readError(response: Response, unsaid?: string): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as Partial<ErrorBody>;
    if (!error && unsaid) return new ApiError('unsaid', unsaid);
    if (!error) return new ApiError('unexpected', crmStrings.unexpected);
    return new ApiError(error.code, error.message, error.fields, readAsOf(response));
  } catch {
    return new ApiError('unexpected', crmStrings.unexpected);
  }
}

/** What a list's address says: the filters that are set, and where the page behind `after` begins. */
export function pageParams(
  after: { next_cursor: string | number | null } | null,
  filters: Record<string, string> | URLSearchParams = {},
): string {
  const params = new URLSearchParams(filters);
  for (const [name, value] of [...params]) if (!value) params.delete(name);
  if (after?.next_cursor != null) params.set('cursor', String(after.next_cursor));
  return params.size > 0 ? `?${params}` : '';
}

/** What the server said went wrong, or `fallback` where it gave no reason that people could use. */
export function describeFailure(error: unknown, fallback: string): string {
  const hasReason = error instanceof ApiError && error.code !== 'network' && error.code !== 'unexpected';
  return hasReason ? error.message : fallback;
}

/** Shows it in a toast. */
export function showFailure(error: unknown, fallback: string = crmStrings.unexpected): void {
  showToast({ tone: 'error', text: describeFailure(error, fallback) });
}
