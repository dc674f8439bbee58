import { addDays, dayIn, startOfDay } from '~/shared/leads/days';
import { tokenStrings } from '~/shared/strings/tokens';
import type { CreateToken } from '~/shared/tokens/schema';
import { type ApiToken, TOKEN_DAYS, TOKEN_PREFIX } from '~/shared/tokens/token';
import { addProgram } from '../accounts/new-user';
import { errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { inSharedTransaction } from '../database/group-commit';
import { wakeWorkers } from '../outbox/wake';
import { hashToken, makeToken } from '../secrets/random-tokens';
import { endWebhooksOf } from '../webhooks/removal';
import {
  insertToken,
  selectToken,
  selectTokenName,
  selectTokens,
  selectTokensOf,
  updateMaker,
  restTokensOf as updateResting,
  updateRevoked,
} from './token-queries';

const HINT_LENGTH = 4;

/** Unrevoked tokens, oldest first, expired ones included. */
export function listTokens(): ApiToken[] {
  return selectTokens().all().map(toToken);
}

/** A token's name, even if revoked; undefined if this id is no token's. */
export function findTokenName(id: string): string | undefined {
  return selectTokenName().get({ id })?.name;
}

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

function revoke({ id, name }: { id: string; name: string }, actor: Actor | null): void {
  updateRevoked().run({ id, now: new Date().toISOString() });
  endWebhooksOf(id, actor);
  recordAudit({ type: 'token_revoked', actor, to: name });
}

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

function findToken(id: string): ApiToken {
  return toToken(requireFound(selectToken().get({ id })));
}

function toToken({ scopes, ...token }: ReturnType<ReturnType<typeof selectTokens>['all']>[number]): ApiToken {
  return { ...token, scopes: JSON.parse(scopes) };
}
