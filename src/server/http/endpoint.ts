import type { z } from 'zod';
import { isAdmin, isStaff, type SessionUser } from '~/shared/accounts/account';
import { fieldErrors } from '~/shared/field-errors';
import { AppError } from '../app-error';
import { findSessionUser } from '../sessions/sessions';
import type { Answer } from './answer';
import { requireSender, type Sender } from './request-checks';
import type { Visit } from './visit';

/** Answers one method of an address. http/serve.ts calls it and answers the errors that it throws. */
export type Endpoint = {
  answer: (visit: Visit, params: Record<string, string>) => Promise<Answer>;
  answerError?: AnswerError | undefined;
};

/** Answers an error in a special format; null to use the usual one. */
type AnswerError = (error: AppError, visit: Visit) => Answer | null;

/**
 * Who may call. `newcomer`: signed in, the initial password not changed yet; `agency`: an administrator or a
 * coordinator, the operation checks which agencies.
 */
export type Allowed = 'anyone' | 'newcomer' | 'session' | 'staff' | 'agency' | 'admin';

type Context<Allow extends Allowed, Params, Query, Body> = {
  user: Allow extends 'anyone' ? SessionUser | null : SessionUser;
  params: Params;
  query: Query;
  body: Body;
  visit: Visit;
};

type Definition<
  Allow extends Allowed,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> = {
  allow: Allow;
  /** Whose pages may call this; by default only this site's own. */
  from?: Sender;
  /** The schema of the path's parameters; a path that does not match is a 404. */
  params?: Params;
  query?: Query;
  body?: Body;
  answerError?: AnswerError;
  handle: (
    context: Context<Allow, z.output<Params>, z.output<Query>, z.output<Body>>,
  ) => Answer | Promise<Answer>;
};

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Every endpoint is made by this function. It refuses foreign origins, authenticates, authorises, validates the input
 * and runs `handle`. Nothing is allowed by default.
 */
export function endpoint<
  Allow extends Allowed,
  Params extends z.ZodType = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
>(definition: Definition<Allow, Params, Query, Body>): Endpoint {
  return {
    answerError: definition.answerError,
    async answer(visit, asked) {
      if (!SAFE_METHODS.has(visit.method)) requireSender(visit, definition.from ?? 'this site');
      const user = authorise(definition.allow, visit);
      const params = definition.params ? parseParams(definition.params, asked) : undefined;
      const query = definition.query
        ? parseInput(definition.query, Object.fromEntries(visit.url.searchParams))
        : undefined;
      const body = definition.body ? parseInput(definition.body, readJson(visit)) : undefined;
      const answer = await definition.handle({
        user: user as Context<Allow, z.output<Params>, z.output<Query>, z.output<Body>>['user'],
        params: params as z.output<Params>,
        query: query as z.output<Query>,
        body: body as z.output<Body>,
        visit,
      });
      if (answer instanceof Response) answer.headers.set('cache-control', 'no-store');
      return answer;
    },
  };
}

function authorise(allow: Allowed, visit: Visit): SessionUser | null {
  const user = findSessionUser(visit.cookies);
  if (allow === 'anyone') return user;
  if (!user) throw new AppError('unauthenticated');
  requireOwnScreen(user, visit);
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

/** The page sends its account's id. If another account has signed in since, the call is refused. */
function requireOwnScreen(user: SessionUser, visit: Visit): void {
  const account = visit.header('x-account');
  if (account !== null && account !== user.id) throw new AppError('other_account');
}

function readJson(visit: Visit): unknown {
  if (visit.contentType !== 'application/json') throw new AppError('unsupported_type');
  const text = visit.readText();
  try {
    return JSON.parse(text);
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
