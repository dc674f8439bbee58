import { z } from 'zod';
import type { SessionUser } from '~/shared/accounts/account';
import { fieldErrors } from '~/shared/errors';
import { rowIdSchema } from '~/shared/row-id';
import { ERRORS } from '~/shared/strings/errors';
import type { TokenArea } from '~/shared/tokens/token';
import { AppError } from '../app-error';
import { type Actor, actorOf } from '../audit/audit';
import { requestScope } from '../log';
import { addressKey } from '../net/client-address';
import { type Audience, findBarrier } from '../sessions/barrier';
import { countRowsRead, requireRowsLeft, spendDeletions, spendRows } from '../sessions/session-budget';
import { findSessionUser, peekSessionUser, requireRecentProof } from '../sessions/sessions';
import { admitProgram, type Program, readBearer, recordLeadsRead } from '../tokens/token-access';
import { type Answer, answerJson, noContent, PageAnswer, WholeAnswer } from './answer';
import type { BodyPlaces } from './body-places';
import { type BodyLimits, mayBeLarge } from './request-body';
import { requireSender, type Sender } from './request-checks';
import { rowsIn } from './rows-in';
import type { Visit } from './visit';

/** One method of a route. http/serve.ts calls it and answers the errors it throws. */
export type Endpoint = {
  answer: (visit: Visit, params: Record<string, string>) => Promise<Answer>;
  /** For uploads. `admit` runs before the body is read, and takes a place; what it returns gives that back. */
  file?: { limits: BodyLimits; admit: (visit: Visit) => Promise<() => void> } | undefined;
  answerError?: AnswerError | undefined;
  /** How programs may call it; undefined if they may not. */
  forPrograms: ProgramCall | undefined;
};

/** What the API's description says of a call. */
export type ProgramCall = {
  /** The token scope needed to change things here. */
  area: TokenArea;
  params: z.ZodType | undefined;
  query: z.ZodType | undefined;
  body: z.ZodType | undefined;
  answer: z.ZodType;
  status: 200 | 201 | 202 | 204;
  /** Status when the thing to make already existed. */
  or: 200 | undefined;
  /** Whether an Idempotency-Key makes it idempotent. */
  keyed: boolean;
  /** Whether its answer has an ETag, for conditional reads and changes. */
  tagged: boolean;
  /** Refusals of its own, beyond those of every call. */
  errors: readonly number[];
};

/** Answers an error in a special format; null for the usual one. */
type AnswerError = (error: AppError, visit: Visit) => Answer | null;

type Allowed = Audience | 'anyone';

/** A person or, if the call is open to programs, a program. */
export type Caller = SessionUser | Program;

/** The path's one parameter, `id`: the number of a row, or a UUID, as accounts and what is kept beside them have. */
const ID_PARAMS = { row: z.object({ id: rowIdSchema }), uuid: z.object({ id: z.guid() }) };

type ParamsSchema = z.ZodType | keyof typeof ID_PARAMS;
type ParamsOf<Schema extends ParamsSchema> = Schema extends keyof typeof ID_PARAMS
  ? z.output<(typeof ID_PARAMS)[Schema]>
  : z.output<Schema>;

type Context<Allow extends Allowed, Params, Query, Body, Outside = unknown> = {
  user: Allow extends 'anyone' ? Caller | null : Caller;
  /** The same as `user`, for the audit. */
  actor: Allow extends 'anyone' ? Actor | null : Actor;
  params: Params;
  query: Query;
  body: Body;
  /** A program's body, where that has its own schema; null if a person calls. */
  fromProgram: Outside | null;
  visit: Visit;
};

type Definition<
  Allow extends Allowed,
  Params extends ParamsSchema,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Answered extends z.ZodType,
  Outside extends z.ZodType,
> = {
  allow: Allow;
  /**
   * Open to programs whose token's scopes allow it (shared/tokens); by default in the area of leads, notes and numbers.
   * `answer` is the schema of what `handle` answers, and describes the call; `body` is what programs may send, where
   * that differs from what people may.
   */
  forPrograms?: {
    area?: TokenArea;
    body?: Outside;
    answer: Answered;
    or?: 200;
    keyed?: true;
    tagged?: true;
    errors?: readonly number[];
  };
  /** Open pages ask for it by themselves: it keeps no session from running out. */
  isPolled?: true;
  /** Whose pages may call this; by default only this site's own. */
  from?: Sender;
  /** The path parameters' schema, or what `id` is where there is no other; a path that does not match is a 404. */
  params?: Params;
  query?: Query;
  body?: Body;
  /**
   * A file in place of `body`: its types and limits, and how many at once, of one person or, unknown, one address.
   * `admit` throws for whom it is not worth reading.
   */
  file?: {
    types: readonly string[];
    limits: BodyLimits;
    places: BodyPlaces;
    admit?: (visit: Visit) => Promise<void>;
  };
  /**
   * Requires a sign-in or confirmation within the last five minutes (else `step_up`): for what removes much at once, or
   * decides who may do what. A function decides by the input and its owner. Programs, whose token is all their proof,
   * are exempt.
   */
  confirmed?:
    | true
    | ((context: Context<Allow, ParamsOf<Params>, z.output<Query>, z.output<Body>>) => boolean | Promise<boolean>);
  /** How many things this deletes, for the hourly budget of a session without recent proof; programs are exempt. */
  deletes?:
    | 1
    | ((context: Context<Allow, ParamsOf<Params>, z.output<Query>, z.output<Body>>) => number | Promise<number>);
  answerError?: AnswerError;
  /** Of what `handle` returns; 200 by default. */
  status?: 201 | 202;
  /** Returns what to answer as JSON, nothing for a 204 (for a 202, that it was taken), or an Answer of its own. */
  handle: (
    context: Context<Allow, ParamsOf<Params>, z.output<Query>, z.output<Body>, z.output<Outside>>,
  ) => Given<Answered> | Promise<Given<Answered>>;
};

/** An open call's answer follows from its schema; any other, or one without a body, answers freely. */
type Given<Answered extends z.ZodType> = [Answered] extends [z.ZodNever | z.ZodUndefined]
  ? unknown
  : WholeAnswer<z.output<Answered>> | z.output<Answered>;

const SAFE_METHODS = new Set(['GET', 'HEAD']);

/**
 * Makes every endpoint: refuses foreign origins, authenticates, authorises, validates the input and runs `handle`.
 * Nothing is allowed by default. A token means a program, whatever the origin: no browser adds one itself.
 */
export function endpoint<
  Allow extends Allowed,
  Params extends ParamsSchema = z.ZodNever,
  Query extends z.ZodType = z.ZodNever,
  Body extends z.ZodType = z.ZodNever,
  Answered extends z.ZodType = z.ZodNever,
  Outside extends z.ZodType = z.ZodNever,
>(definition: Definition<Allow, Params, Query, Body, Answered, Outside>): Endpoint {
  const { file, forPrograms, query, body } = definition;
  const named: ParamsSchema | undefined = definition.params;
  const pathSchema: z.ZodType | undefined = typeof named === 'string' ? ID_PARAMS[named] : named;
  const area = forPrograms ? (forPrograms.area ?? 'write') : null;
  const findCaller = async (visit: Visit) => {
    const changes = !SAFE_METHODS.has(visit.method);
    const secret = definition.allow === 'anyone' ? null : readBearer(visit);
    if (secret !== null) return admitProgram(secret, visit, { changes, area });
    // A program that forgot its token learns that, not that it is another site.
    if (forPrograms && visit.header('origin') === null && visit.header('cookie') === null)
      throw new AppError('unauthenticated');
    try {
      if (changes) requireSender(visit, definition.from ?? 'this site');
    } catch (refusal) {
      // The log names the user in whose browser the other site tried.
      nameUser(peekSessionUser(visit.cookies));
      throw refusal;
    }
    const user = definition.isPolled ? peekSessionUser(visit.cookies) : findSessionUser(visit.cookies);
    return authorise(definition.allow, user, visit);
  };
  return {
    answerError: definition.answerError,
    forPrograms: forPrograms && {
      area: forPrograms.area ?? 'write',
      ...{ params: pathSchema, query, body: forPrograms.body ?? body, answer: forPrograms.answer },
      status: forPrograms.answer instanceof z.ZodUndefined ? 204 : (definition.status ?? 200),
      or: forPrograms.or,
      keyed: forPrograms.keyed === true,
      tagged: forPrograms.tagged === true,
      errors: forPrograms.errors ?? [],
    },
    file: file && {
      limits: file.limits,
      async admit(visit) {
        const caller = await findCaller(visit);
        if (definition.confirmed && !isProgram(caller)) requireRecentProof(visit.cookies);
        const sender = caller?.id ?? addressKey(visit.address);
        const leave = mayBeLarge(visit.header('content-length')) ? file.places.take(sender) : () => {};
        try {
          await file.admit?.(visit);
          if (!file.types.includes(visit.contentType)) throw new AppError('unsupported_type');
          return leave;
        } catch (refusal) {
          leave();
          throw refusal;
        }
      },
    },
    async answer(visit, asked) {
      const user = await findCaller(visit);
      const program = isProgram(user) ? user : null;
      const params = pathSchema && parseParams(pathSchema, asked);
      const query = definition.query
        ? parseInput(definition.query, Object.fromEntries(visit.url.searchParams))
        : undefined;
      const outside = program && forPrograms?.body;
      const schema = outside ?? definition.body;
      const body = schema ? parseInput(schema, readJson(visit)) : undefined;
      const fromProgram = outside ? body : null;
      const actor = user && actorOf(user, visit);
      const context = { user, actor, params, query, body, fromProgram, visit } as Context<
        Allow,
        ParamsOf<Params>,
        z.output<Query>,
        z.output<Body>,
        z.output<Outside>
      >;
      const { confirmed, deletes } = definition;
      const holder = actor && !program ? { cookies: visit.cookies, actor } : null;
      const reads = SAFE_METHODS.has(visit.method);
      if (holder) {
        // Of a file, it was asked before the file was read, which may take longer than a proof lasts.
        if (!file && (typeof confirmed === 'function' ? await confirmed(context) : confirmed))
          requireRecentProof(visit.cookies);
        if (deletes) await spendDeletions(holder, typeof deletes === 'function' ? await deletes(context) : deletes);
        if (!reads && isWork(definition.allow)) await requireRowsLeft(holder);
      }
      const answer = toAnswer(await definition.handle(context), definition.status);
      if (answer instanceof WholeAnswer) {
        const rows = rowsIn(answer.value, (params as { id?: unknown } | undefined)?.id);
        if (program && reads) recordLeadsRead(program, visit, rows);
        if (holder && reads) await spendRows(holder, rows);
        else if (holder) countRowsRead(holder, rows);
      }
      if (answer instanceof Response) answer.headers.set('cache-control', 'no-store');
      return answer;
    },
  };
}

/** Whether only those may call who work here. Anybody else must be able to confirm, and to sign out. */
function isWork(allow: Allowed): boolean {
  return allow === 'staff' || allow === 'agency' || allow === 'admin';
}

function toAnswer(given: unknown, status: number | undefined): Answer {
  if (given instanceof WholeAnswer || given instanceof PageAnswer || given instanceof Response) return given;
  if (given !== undefined) return answerJson(given, status);
  return status === 202 ? answerJson({ ok: true }, status) : noContent();
}

/** Whether the caller may read what people and the team wrote each other. */
export function mayReadMessages(caller: Caller): boolean {
  return !isProgram(caller) || caller.scopes.includes('messages');
}

/** Whether a token lets the caller in. */
export function isProgram(caller: Caller | null): caller is Program {
  return caller !== null && 'isProgram' in caller;
}

function authorise(allow: Allowed, user: SessionUser | null, visit: Visit): SessionUser | null {
  nameUser(user);
  if (allow === 'anyone') return user;
  if (!user) throw new AppError('unauthenticated');
  requireOwnScreen(user, visit);
  const barrier = findBarrier(user, allow);
  if (barrier) throw new AppError(barrier);
  return user;
}

/** For the log to name who was refused. */
function nameUser(user: SessionUser | null): void {
  const scope = requestScope.getStore();
  if (scope && user) scope.user = user.id;
}

/** The page sends its account's id; if another account signed in since, the call is refused. */
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
  // Messages from our rules stay; zod's own would be in English.
  const result = schema.safeParse(input, { error: () => ERRORS.invalid.es, reportInput: true });
  if (result.success) return result.data;
  const fields = fieldErrors(result.error);
  const [first] = Object.values(fields);
  throw new AppError('invalid', { fields, ...(first && { message: first }), cause: result.error });
}
