import type { ErrorBody } from '~/shared/answers';
import type { ErrorCode, FieldErrors } from '~/shared/errors';
import { AS_OF_HEADER } from '~/shared/leads/live';
import { crmStrings } from '~/shared/strings/crm';
import { $connection, checkConnection, markReachable, trackAnswer, waitForReconnect } from './ui/connection';
import { screenAccount } from './ui/screen-account';
import { readFailure, showToast, showToastAfterNavigation } from './ui/toasts/toasts';

/**
 * A failed call. The code is the server's, `network` if no answer came, or `unknown_reason` if the answer gave none.
 * `message` is fit for users.
 */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly code: ErrorCode | 'network' | 'unknown_reason';
  readonly fields: FieldErrors;
  /** For a missing lead: the last lead event id as of the read; 0 if the answer omits it. */
  readonly asOf: number;
  /** The agency that already exists. */
  readonly company: ErrorBody['error']['company'];
  /** Ways to confirm identity where the password is not enough. */
  readonly secondFactors: ErrorBody['error']['second_factor'];

  constructor(
    code: ErrorCode | 'network' | 'unknown_reason',
    message: string,
    {
      fields = {},
      company,
      second_factor,
      asOf = 0,
    }: Pick<ErrorBody['error'], 'fields' | 'company' | 'second_factor'> & { asOf?: number } = {},
  ) {
    super(message);
    this.code = code;
    this.fields = fields;
    this.asOf = asOf;
    this.company = company;
    this.secondFactors = second_factor;
  }
}

type Call = {
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Sent as JSON; a file as is. */
  body?: unknown;
  signal?: AbortSignal;
  /** Gets the last lead event id as of the read, for answers whose body lacks it. */
  onAsOf?: (asOf: number) => void;
  /** Idempotency key of a press that creates something: retried after a lost answer, it creates nothing twice. */
  key?: string | undefined;
  /**
   * The call may be retried: while the connection is lost, it waits instead of failing. A PATCH is also sent once more
   * if its answer was lost, because the server may have applied it; so are idempotent calls ('done once').
   */
  waits?: boolean | 'done once';
  /** The browser completes the call even if the page is hidden or closed meanwhile. */
  outlivesPage?: boolean;
  /** False for calls that need no valid session, such as signing out: no password prompt. */
  offersSignIn?: boolean;
  /** The message for a failure without a reason. */
  unknownReason?: string;
};

/**
 * Refusals that re-authentication resolves: the session has ended, or the call needs a recent proof, by password or one
 * of `secondFactors`.
 */
export type ReauthRequest = { why: 'unauthenticated' | 'step_up'; secondFactors?: ApiError['secondFactors'] };

let askForReauth: ((needed: ReauthRequest) => Promise<boolean>) | undefined;

/**
 * Registers how users re-authenticate; the promise tells whether they did. Refused calls are then retried, so that
 * nothing typed is lost. Returns an unregister function.
 */
export function onReauthNeeded(handler: (needed: ReauthRequest) => Promise<boolean>): () => void {
  askForReauth = handler;
  return () => {
    if (askForReauth === handler) askForReauth = undefined;
  };
}

let isLeaving = false;

/**
 * Reloads the page once for the account signed in now, however many calls are refused. Drafts stay stored for the
 * account that typed them.
 */
function reloadForAccount(reason: string): Promise<never> {
  if (!isLeaving) {
    showToastAfterNavigation({ tone: 'warning', text: reason });
    location.reload();
  }
  isLeaving = true;
  return new Promise(() => {});
}

/**
 * Calls one of this site's endpoints and returns its JSON; undefined if the answer has no body.
 * @throws {ApiError} for every answer that is not a success, and if no answer comes.
 */
export async function callApi<Answer = void>(path: string, call: Call = {}): Promise<Answer> {
  const isSame = call.method === 'PATCH' || call.waits === 'done once';
  let offersSignIn = call.offersSignIn !== false;
  let isRepeated = false;
  let hasNewCookie = false;
  for (;;) {
    try {
      return await send<Answer>(path, call);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const { code, message, secondFactors } = error;
      if (code === 'network') {
        const isLost = await checkConnection();
        if (!call.waits || !(isLost || (isSame && !isRepeated))) throw error;
        if (isLost) await waitForReconnect();
        isRepeated = !isLost;
      } else if (code === 'other_account' || code === 'second_factor_required') {
        // The grace period without a second factor ended while the page was open; the next page sets it up.
        return reloadForAccount(message);
      } else if (!offersSignIn || (code !== 'unauthenticated' && code !== 'step_up')) {
        throw error;
      } else if (code === 'unauthenticated' && !hasNewCookie) {
        // Another tab has confirmed, or changed the password, while this call carried the old cookie.
        hasNewCookie = true;
      } else if (await askForReauth?.({ why: code, secondFactors })) {
        offersSignIn = false;
      } else throw error;
    }
  }
}

type Options = Omit<Call, 'method' | 'body'>;

/** Calls an endpoint by POST, as callApi does. */
export const post = <Answer = void>(path: string, body?: unknown, options?: Options) =>
  callApi<Answer>(path, { method: 'POST', body, ...options });
export const patch = <Answer = void>(path: string, body: unknown, options?: Options) =>
  callApi<Answer>(path, { method: 'PATCH', body, ...options });
/** DELETE; `delete` is a reserved word. */
export const del = <Answer = void>(path: string, body?: unknown) => callApi<Answer>(path, { method: 'DELETE', body });

async function send<Answer>(
  path: string,
  { method = 'GET', body, signal, key, unknownReason, onAsOf, outlivesPage }: Call,
): Promise<Answer> {
  const account = screenAccount();
  const isFile = body instanceof Blob;
  const settle = trackAnswer();
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers: {
        accept: 'application/json',
        ...(body !== undefined && { 'content-type': isFile ? body.type : 'application/json' }),
        ...(account && { 'x-account': account }),
        ...(key && { 'idempotency-key': key }),
      },
      ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
      ...(signal && { signal }),
      ...(outlivesPage && { keepalive: true }),
    });
    markReachable();
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new ApiError('network', crmStrings.unexpected);
  } finally {
    settle();
  }
  if (!response.ok) throw await readError(response, unknownReason);
  onAsOf?.(readAsOf(response));
  if (response.status === 204) return undefined as Answer;
  return (await response.json()) as Answer;
}

function readAsOf({ headers }: Response): number {
  return Number(headers.get(AS_OF_HEADER));
}

/** A proxy in front of the server may answer with its own page instead of JSON. */
async function readError(response: Response, unknownReason?: string): Promise<ApiError> {
  try {
    const { error } = (await response.json()) as Partial<ErrorBody>;
    if (!error && unknownReason) return new ApiError('unknown_reason', unknownReason);
    if (!error) return new ApiError('unexpected', crmStrings.unexpected);
    return new ApiError(error.code, error.message, { ...error, asOf: readAsOf(response) });
  } catch {
    return new ApiError('unexpected', crmStrings.unexpected);
  }
}

/** The server's reason, or `fallback` if there is none fit for users. */
export function describeFailure(error: unknown, fallback: string): string {
  const hasReason = error instanceof ApiError && error.code !== 'network' && error.code !== 'unexpected';
  return hasReason ? error.message : fallback;
}

/**
 * Toasts the reason alone, where the specification wants that. If the connection is lost, the toast says that nothing
 * was saved.
 */
export function showFailure(error: unknown, fallback: string = crmStrings.unexpected): void {
  showToast({ tone: 'error', text: describeFailure(error, fallback), ...detailOf(error) });
}

/** Toasts `text` with the server's reason and what can be done now. */
export function showFailureOf(text: string, error: unknown, otherwise?: string): void {
  const reason = describeFailure(error, '');
  const detail = reason && reason !== text ? reason : otherwise;
  showToast({ tone: 'error', text, ...(detail && { detail }), ...detailOf(error) });
}

/** Toast of a failed read: what could not be read, and why. */
export function describeReadFailure(text: string, error: unknown) {
  const reason = describeFailure(error, '');
  return { ...readFailure(text), ...(reason && { detail: reason }) };
}

function detailOf(error: unknown): { detail?: string } {
  return error instanceof ApiError && error.code === 'network' && $connection.get().isLost
    ? { detail: crmStrings.connection.notSaved }
    : {};
}
