import { addDays, dayIn, startOfDay } from '~/shared/leads/days';
import { tokenStrings } from '~/shared/strings/tokens';
import type { CreateToken } from '~/shared/tokens/schema';
import { type ApiToken, TOKEN_DAYS, TOKEN_PREFIX } from '~/shared/tokens/token';
import { addProgram } from '../accounts/new-user';
import { errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { wakeWorkers } from '../outbox/enqueue';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { endWebhooksOf } from '../webhooks/removal';

const HINT_LENGTH = 4;

const TOKEN = `
  SELECT api_tokens.id, profiles.name, scopes, hint, api_tokens.created_at,
         (SELECT name FROM profiles AS makers WHERE makers.id = made_by) AS made_by,
         expires_on, expires_at, last_used_at, last_address, rests_since
  FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
  WHERE revoked_at IS NULL`;

type ListedRow = Omit<ApiToken, 'scopes'> & { scopes: string };

const selectTokens = query<[], ListedRow>(`${TOKEN} ORDER BY api_tokens.created_at, api_tokens.id`);

/** Unrevoked tokens, oldest first, expired ones included. */
export function listTokens(): ApiToken[] {
  return selectTokens().all().map(toToken);
}

/** Revoked tokens included. */
const selectTokenName = query<[{ id: string }], { name: string }>(
  'SELECT name FROM profiles JOIN api_tokens ON api_tokens.id = profiles.id WHERE profiles.id = :id',
);

/** A token's name, even if revoked; undefined if this id is no token's. */
export function findTokenName(id: string): string | undefined {
  return selectTokenName().get({ id })?.name;
}

type NewToken = Pick<ListedRow, 'id' | 'hint' | 'scopes' | 'made_by' | 'created_at' | 'expires_on' | 'expires_at'>;

const insertToken = query<[NewToken & { token_hash: Buffer }]>(
  `INSERT INTO api_tokens (id, token_hash, hint, scopes, made_by, created_at, expires_on, expires_at)
   VALUES (:id, :token_hash, :hint, :scopes, :made_by, :created_at, :expires_on, :expires_at)`,
);

/**
 * Makes a token and returns its secret, stored nowhere. Its last day, by default in 90, is in the maker's time zone.
 * @throws {AppError} `invalid` for a past day.
 */
export async function createToken(
  { name, scopes, ...asked }: CreateToken,
  zone: string,
  actor: Actor,
): Promise<{ token: ApiToken; secret: string }> {
  const now = new Date();
  const today = dayIn(zone, now.getTime());
  const { expires_on = addDays(today, TOKEN_DAYS) } = asked;
  if (expires_on !== null && expires_on < today) throw errorAt('expires_on', tokenStrings.errors.past);
  const secret = TOKEN_PREFIX + makeToken();
  const token = await inSharedTransaction(() => {
    const id = addProgram(name);
    insertToken().run({
      id,
      token_hash: hashToken(secret),
      hint: secret.slice(-HINT_LENGTH),
      scopes: JSON.stringify(scopes),
      made_by: actor.id,
      created_at: now.toISOString(),
      expires_on,
      expires_at: expires_on && startOfDay(addDays(expires_on, 1), zone),
    });
    recordAudit({ type: 'token_created', actor, to: name });
    return findToken(id);
  });
  return { token, secret };
}

/** Revokes a token, from its next call and delivery on. Throws AppError `not_found`, also if it was revoked before. */
export function revokeToken(id: string, actor: Actor): Promise<void> {
  return inSharedTransaction(() => revoke(findToken(id), actor));
}

const updateRevoked = query<[{ id: string; now: string }]>(
  'UPDATE api_tokens SET token_hash = NULL, revoked_at = :now WHERE id = :id AND revoked_at IS NULL',
);

function revoke({ id, name }: { id: string; name: string }, actor: Actor | null): void {
  updateRevoked().run({ id, now: new Date().toISOString() });
  endWebhooksOf(id, actor);
  recordAudit({ type: 'token_revoked', actor, to: name });
}

/** Unrevoked tokens that somebody made or took over. */
const selectTokensOf = query<[{ made_by: string }], { id: string; name: string; rests_since: string | null }>(
  `SELECT api_tokens.id, profiles.name, rests_since FROM api_tokens JOIN profiles ON profiles.id = api_tokens.id
   WHERE made_by = :made_by AND revoked_at IS NULL`,
);

/** Whoever takes it over answers for it, so it no longer rests. */
const updateMaker = query<[{ id: string; made_by: string }]>(
  'UPDATE api_tokens SET made_by = :made_by, rests_since = NULL WHERE id = :id',
);

/**
 * Revokes what a former administrator made, in the caller's transaction, as they may have copied the secrets. Tokens in
 * `kept` pass to the acting administrator instead.
 */
export function settleTokensOf(
  maker: { id: string; email: string },
  kept: readonly string[] | undefined,
  actor: Actor | null,
): void {
  for (const token of selectTokensOf().all({ made_by: maker.id })) {
    // Whoever gives up their own role takes nothing over.
    if (!actor || !kept?.includes(token.id) || actor.id === maker.id) {
      revoke(token, actor);
      continue;
    }
    updateMaker().run({ id: token.id, made_by: actor.id });
    recordAudit({ type: 'token_taken_over', actor, subject: maker, to: token.name });
  }
}

/** Those made since then; one that rests already is left alone. */
const updateResting = query<[{ made_by: string; since: string; now: string }], { id: string }>(
  `UPDATE api_tokens SET rests_since = :now
   WHERE made_by = :made_by AND created_at >= :since AND revoked_at IS NULL AND rests_since IS NULL RETURNING id`,
);

/**
 * Lets the tokens rest that somebody made since then, in the caller's transaction: they open nothing, and their
 * destinations get nothing, until an administrator confirms them. Returns their names.
 */
export function restTokensOf(maker: { id: string; email: string }, since: string, actor: Actor | null): string[] {
  const resting = updateResting().all({ made_by: maker.id, since, now: new Date().toISOString() });
  const names = resting.map(({ id }) => findToken(id).name);
  for (const name of names) recordAudit({ type: 'token_rested', actor, subject: maker, to: name });
  return names;
}

/** The names of somebody's tokens that open something. */
export function listTokenNamesOf(makerId: string): string[] {
  const standing = selectTokensOf().all({ made_by: makerId });
  return standing.filter(({ rests_since }) => rests_since === null).map(({ name }) => name);
}

/** Ends a token's rest; whoever confirms it answers for it from then on. Throws AppError `not_found`. */
export function confirmToken(id: string, actor: Actor): Promise<ApiToken> {
  return inSharedTransaction(() => {
    const { name, rests_since } = findToken(id);
    if (rests_since !== null) {
      updateMaker().run({ id, made_by: actor.id });
      recordAudit({ type: 'token_confirmed', actor, to: name });
      wakeWorkers();
    }
    return findToken(id);
  });
}

const selectToken = query<[{ id: string }], ListedRow>(`${TOKEN} AND api_tokens.id = :id`);

function findToken(id: string): ApiToken {
  return toToken(requireFound(selectToken().get({ id })));
}

function toToken({ scopes, ...token }: ListedRow): ApiToken {
  return { ...token, scopes: JSON.parse(scopes) };
}
