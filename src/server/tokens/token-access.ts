import type { SessionUser } from '~/shared/accounts/account';
import { tokenStrings } from '~/shared/strings/tokens';
import { scopesFor, TOKEN_PREFIX, type TokenArea, type TokenScope } from '~/shared/tokens/token';
import type { Sentence } from '~/shared/zod';
import { AppError } from '../app-error';
import { recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { countLeads } from '../http/rows-in';
import type { Visit } from '../http/visit';
import { log, requestScope } from '../log';
import { notifyOfHeavyReading } from '../notices/troubles/troubles';
import { consume, consumeInMemoryForAddress, memoryLimiterFor } from '../rate-limit/rate-limit';
import { hashToken } from '../secrets/random-tokens';

const { errors } = tokenStrings;

const MINUTE_MS = 60_000;
/** One token's allowance of calls. */
const CALLS_PER_MINUTE = 600;
/** Unknown tokens an address may try. Guessing one is hopeless; this only bounds the noise. */
const WRONG_TOKENS = { points: 60, seconds: 600 };

/** A program in the role of a user: without roles, and named like its token. */
export type Program = SessionUser & { isProgram: true; scopes: readonly TokenScope[] };

/** What a call needs: whether it changes anything, and its area; null if closed to programs. */
type RequiredAccess = { changes: boolean; area: TokenArea | null };

/** The bearer token a request brings instead of a session, or null. */
export function readBearer(visit: Visit): string | null {
  return /^bearer +(\S+)\s*$/i.exec(visit.header('authorization') ?? '')?.[1] ?? null;
}

type TokenRow = { id: string; name: string; scopes: string; last_used_at: string | null };

/** The token with this hash, unless it has expired or waits to be confirmed after a restore or reset. Revoking removes the hash. */
const selectTokenByHash = query<[{ token_hash: Buffer; now: string }], TokenRow>(
  `SELECT api_tokens.id, profiles.name, scopes, last_used_at
   FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
   WHERE token_hash = :token_hash AND rests_since IS NULL AND (expires_at IS NULL OR expires_at > :now)`,
);

/**
 * The program that this token belongs to; its id is added to the log's lines. Wrong tokens count against the sender's address, so nobody can
 * use up a real token's limit.
 * @throws {AppError} `malformed` for a request with a cookie; `wrong_token`; `forbidden`; `too_many`.
 */
export async function admitProgram(secret: string, visit: Visit, required: RequiredAccess): Promise<Program> {
  if (visit.header('cookie') !== null) throw new AppError('malformed', { message: errors.withCookie });
  const now = Date.now();
  const token = secret.startsWith(TOKEN_PREFIX)
    ? selectTokenByHash().get({ token_hash: hashToken(secret), now: new Date(now).toISOString() })
    : undefined;
  if (!token) {
    await consumeInMemoryForAddress('wrong-token', WRONG_TOKENS, visit.address);
    throw new AppError('wrong_token');
  }
  const scope = requestScope.getStore();
  if (scope) scope.token = token.id;
  const limiter = memoryLimiterFor('token', { points: CALLS_PER_MINUTE, seconds: 60 });
  await consume(limiter, token.id, errors.tooMany, ({ remainingPoints, msBeforeNext }) => {
    // draft-ietf-httpapi-ratelimit-headers-11
    visit.setHeader('ratelimit-policy', `"default";q=${limiter.points};w=60`);
    visit.setHeader('ratelimit', `"default";r=${remainingPoints};t=${Math.ceil(msBeforeNext / 1000)}`);
  });
  recordUse(token, visit.address, now);
  const scopes: TokenScope[] = JSON.parse(token.scopes);
  requireScope(scopes, required);
  const { id, name } = token;
  return { id, name, email: name, roles: [], must_change_password: false, isProgram: true, scopes };
}

function requireScope(scopes: TokenScope[], { changes, area }: RequiredAccess): void {
  const refuse = (message: Sentence) => new AppError('forbidden', { message });
  if (changes && scopes.every((scope) => scope === 'read')) throw refuse(errors.readOnly);
  if (area === null) throw refuse(errors.closed);
  if (!scopesFor(area, changes).some((scope) => scopes.includes(scope))) throw refuse(errors.noScope(area));
}

/** Skipped if another process just did so. */
const touchToken = query<[{ id: string; now: string; before: string; address: string }]>(
  `UPDATE api_tokens SET last_used_at = :now, last_address = :address
   WHERE id = :id AND (last_used_at IS NULL OR last_used_at < :before)`,
);

/** Recording use is a write: once a minute is precise enough. */
function recordUse({ id, last_used_at }: TokenRow, address: string, now: number): void {
  const before = new Date(now - MINUTE_MS).toISOString();
  if (last_used_at !== null && last_used_at >= before) return;
  try {
    touchToken().run({ id, now: new Date(now).toISOString(), before, address });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading; the next call records it.
    log.warn({ event: 'token_use_not_noted', err: error });
  }
}

/** A program that syncs reads only what changed; more in a day looks like somebody copying the whole list. */
const MAX_LEADS_PER_DAY = 30_000;
/** Batched: a write per call would cost more than the call. */
const BATCH_LEADS = 500;
const BATCH_MS = 60_000;

type Reading = { program: Program; address: string; count: number };

/** What is not written yet, by token. */
const unwritten = new Map<string, Reading>();
let timer: NodeJS.Timeout | undefined;

/**
 * Counts the leads in an answer to a program. Above 30,000 in a day (UTC), administrators get one mail, and an audit
 * entry is written. Counts that were not written yet are lost with their process: at most 500 leads, or a minute's.
 */
export function recordLeadsRead(program: Program, visit: Visit, rows: readonly string[]): void {
  const count = countLeads(rows);
  if (count === 0) return;
  const reading = { program, address: visit.address, count: (unwritten.get(program.id)?.count ?? 0) + count };
  unwritten.set(program.id, reading);
  if (reading.count >= BATCH_LEADS) void write(reading);
  else timer ??= setTimeout(writeAll, BATCH_MS).unref();
}

function writeAll(): void {
  clearTimeout(timer);
  timer = undefined;
  for (const reading of unwritten.values()) void write(reading);
}

/** Adds to the token's reading of the day; returns its sum. */
const addLeadsRead = query<[{ id: string; day: string; count: number }], { leads_read: number }>(
  `UPDATE api_tokens SET leads_read = iif(read_on IS :day, leads_read, 0) + :count, read_on = :day
   WHERE id = :id RETURNING leads_read`,
);

async function write({ program, address, count }: Reading): Promise<void> {
  const { id, name } = program;
  unwritten.delete(id);
  try {
    await inSharedTransaction(() => {
      const day = new Date().toISOString().slice(0, 10);
      const sum = addLeadsRead().get({ id, day, count })?.leads_read ?? 0;
      const isOver = sum > MAX_LEADS_PER_DAY;
      const wasOver = sum - count > MAX_LEADS_PER_DAY;
      if (!isOver || wasOver) return;
      notifyOfHeavyReading(name);
      recordAudit({ type: 'heavy_reading', actor: { id, email: name, address } });
    });
  } catch (error) {
    // A full disk or a lock must not stop programs from reading.
    log.warn({ event: 'reading_not_noted', err: error });
  }
}
