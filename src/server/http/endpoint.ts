import type { APIContext } from 'astro';
import type { z } from 'zod';
import { isAdmin, isStaff, type SessionUser } from '~/shared/accounts/account';
import type { ErrorBody } from '~/shared/errors';
import { fieldErrors } from '~/shared/field-errors';
import { AppError, toAppError } from '../app-error';
import { getSettings } from '../env';
import { log } from '../log';
import { findSessionUser } from '../sessions/sessions';
import { type Answer, JsonAnswer, toResponse } from './answer';
import type { Cookies } from './cookies';

/** What endpoints read of a request; a Request has it all. */
export type EndpointRequest = Pick<Request, 'method' | 'signal' | 'arrayBuffer'> & {
  headers: Pick<Headers, 'get'>;
};

/** What an endpoint is told of its request: the part of Astro's context that http/api-router.ts provides as well. */
export type EndpointContext = Pick<APIContext, 'url' | 'params' | 'locals'> & {
  request: EndpointRequest;
  cookies: Cookies;
};

type Answering = (context: EndpointContext) => Promise<Answer>;

/** Astro calls it and gets a Response; http/api-router.ts calls `answer` and writes what it gets. */
export type Endpoint = ((context: EndpointContext) => Promise<Response>) & { answer: Answering };

/**
 * Who may call: the least that the caller must be. `newcomer` is a session that must still change its password;
 * `agency` is whoever looks after agencies, an administrator or a coordinator: the operation says which agencies.
 */
export type Allowed = 'anyone' | 'newcomer' | 'session' | 'staff' | 'agency' | 'admin';

type Context<Allow extends Allowed, Params, Query, Body> = {
  user: Allow extends 'anyone' ? SessionUser | null : SessionUser;
  params: Params;
  query: Query;
  body: Body;
  astro: EndpointContext;
};

type Definition<
  Allow extends Allowed,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> = {
  allow: Allow;
  /** What the path must look like; what does not is a 404. */
  params?: Params;
  query?: Query;
  body?: Body;
  /** What an error's answer holds, where a client expects more than the contract's `error`. */
  describeError?: (body: ErrorBody) => object;
  handle: (
    context: Context<Allow, z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Answer | Promise<Answer>;
};

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * The one way to write a JSON endpoint: refuses foreign origins, authenticates, authorises, validates, runs
 * `handle`, and turns whatever is thrown into the contract's error answer. Nothing is allowed by default.
 */
export function endpoint<
  Allow extends Allowed,
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
>(definition: Definition<Allow, Params, Query, Body>): Endpoint {
  return toEndpoint(async (astro) => {
    try {
      if (!SAFE_METHODS.has(astro.request.method)) requireOwnOrigin(astro.request);
      const user = authorise(definition.allow, astro);
      const params = definition.params ? parseParams(definition.params, astro.params) : undefined;
      const query = definition.query
        ? parseInput(definition.query, Object.fromEntries(astro.url.searchParams))
        : undefined;
      const body = definition.body ? parseInput(definition.body, await readJson(astro.request)) : undefined;
      const answer = await definition.handle({
        user: user as Context<Allow, z.output<Params>, z.output<Query>, z.output<Body>>['user'],
        params: params as z.output<Params>,
        query: query as z.output<Query>,
        body: body as z.output<Body>,
        astro,
      });
      if (answer instanceof Response) answer.headers.set('cache-control', 'no-store');
      return answer;
    } catch (thrown) {
      return answerError(thrown, definition.describeError);
    }
  });
}

/** For a resource's `ALL`: every method that the file does not export. */
export const methodNotAllowed = toEndpoint(async () => answerError(new AppError('method_not_allowed')));

function toEndpoint(answer: Answering): Endpoint {
  return Object.assign(async (context: EndpointContext) => toResponse(await answer(context)), { answer });
}

function authorise(allow: Allowed, astro: EndpointContext): SessionUser | null {
  const user = findSessionUser(astro.cookies);
  if (allow === 'anyone') return user;
  if (!user) throw new AppError('unauthenticated');
  requireOwnScreen(user, astro.request);
  if (allow === 'newcomer') return user;
  if (user.must_change_password) throw new AppError('must_change_password');
  const permitted =
    allow === 'session' ||
    (allow === 'staff' && isStaff(user)) ||
    (allow === 'agency' && !isStaff(user)) ||
    isAdmin(user);
  if (!permitted) throw new AppError('forbidden');
  return user;
}

/** A screen says whose it is: what one person sees and does there is not another's who has signed in since. */
function requireOwnScreen(user: SessionUser, request: EndpointRequest): void {
  const account = request.headers.get('x-account');
  if (account !== null && account !== user.id) throw new AppError('other_account');
}

/** A mutation must come from this site's own pages: Fetch Metadata says so, or Origin does. */
function requireOwnOrigin(request: EndpointRequest): void {
  const sameOrigin = request.headers.get('sec-fetch-site') === 'same-origin';
  if (!sameOrigin && request.headers.get('origin') !== getSettings().SITE_URL) {
    throw new AppError('forbidden_origin');
  }
}

const strictUtf8 = new TextDecoder('utf-8', { fatal: true });

async function readJson(request: EndpointRequest): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') throw new AppError('unsupported_type');
  try {
    return JSON.parse(strictUtf8.decode(await request.arrayBuffer()));
  } catch {
    throw new AppError('malformed');
  }
}

function parseParams<Schema extends z.ZodType>(schema: Schema, params: unknown): z.output<Schema> {
  const result = schema.safeParse(params);
  if (!result.success) throw new AppError('not_found');
  return result.data;
}

function parseInput<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  const [first] = Object.values(fields);
  throw new AppError('invalid', { fields, ...(first && { message: first }) });
}

function answerError(thrown: unknown, describe: (body: ErrorBody) => object = (body) => body): JsonAnswer {
  const error = toAppError(thrown);
  if (error.status >= 500) {
    log.error({
      event: 'request_failed',
      code: error.code,
      err: error.cause ?? error,
    });
  }
  return new JsonAnswer(error.status, describe(error.toBody()), error.headers);
}
