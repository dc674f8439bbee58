import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import { connectionFaults, connectionErrors as errors } from '~/shared/strings/whatsapp';
import type { ConnectWhatsapp, WhatsappConnection } from '~/shared/whatsapp/connection';
import { AppError, errorAt, requireFound } from '../app-error';
import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { getSettings } from '../env';
import { endAllWaits } from '../leads/messages/reply-state';
import { listSilenced } from '../leads/messages/silenced-numbers';
import { log } from '../log';
import { retryInBackground } from '../outbox/lines';
import { seal, unseal } from '../secrets/encryption';
import { type ConnectionRow, openConnection, recordFault, SECRETS, selectConnection } from './connection';
import { callGraph, type GraphAccess, GraphError } from './graph';
import { countUnknown } from './unknown-parts';

const VERIFY_TOKEN_BYTES = 32;

/** The connection with its state, for administrators; null without one. */
export function readConnection(): WhatsappConnection | null {
  const row = selectConnection().get();
  return row ? describe(row) : null;
}

function describe(row: ConnectionRow): WhatsappConnection {
  const { token_box, app_secret_box, verify_token_box, fault, moves_new, rests_since, ...shown } = row;
  const verify_token = unseal(verify_token_box, SECRETS.verifyToken);
  const isReadable =
    verify_token !== null &&
    unseal(token_box, SECRETS.token) !== null &&
    unseal(app_secret_box, SECRETS.appSecret) !== null;
  const reason = isReadable ? fault && connectionFaults[fault] : connectionFaults.unreadable;
  return {
    ...shown,
    moves_new: moves_new === 1,
    verify_token: verify_token ?? '',
    webhook_url: `${getSettings().SITE_URL}/api/whatsapp/webhook`,
    state: rests_since !== null ? 'resting' : reason === null ? 'connected' : 'failing',
    reason,
    unknown: countUnknown(),
    silenced: listSilenced(),
  };
}

/** A new number starts without a last webhook. */
const putConnection = query<
  [
    Omit<ConnectionRow, 'fault' | 'heard_at' | 'moves_new' | 'connected_at' | 'rests_since' | 'made_by'> & {
      made_by: string;
      now: string;
    },
  ]
>(
  `INSERT INTO whatsapp_connection (id, phone_number_id, business_account_id, display_phone_number, verified_name,
     token_box, app_secret_box, verify_token_box, made_by, connected_at)
   VALUES (1, :phone_number_id, :business_account_id, :display_phone_number, :verified_name, :token_box,
     :app_secret_box, :verify_token_box, :made_by, :now)
   ON CONFLICT (id) DO UPDATE SET
     heard_at = CASE WHEN phone_number_id = excluded.phone_number_id THEN heard_at END,
     phone_number_id = excluded.phone_number_id, business_account_id = excluded.business_account_id,
     display_phone_number = excluded.display_phone_number, verified_name = excluded.verified_name,
     token_box = excluded.token_box, app_secret_box = excluded.app_secret_box,
     verify_token_box = excluded.verify_token_box, fault = NULL, made_by = excluded.made_by,
     connected_at = excluded.connected_at, rests_since = NULL`,
);

/**
 * Connects a number, or replaces the connected one, once the API has confirmed it. Omitted fields keep their value if
 * the number is the same. The verify token always stays, so that Meta's side needs no change.
 * @throws {AppError} `invalid` naming the field, `busy` if the API could not be asked.
 */
export async function connectNumber(input: ConnectWhatsapp, actor: Actor): Promise<WhatsappConnection> {
  const { phone_number_id } = input;
  const before = selectConnection().get();
  const same = before?.phone_number_id === phone_number_id ? before : undefined;
  const token = input.token ?? (same && unseal(same.token_box, SECRETS.token));
  const appSecret = input.app_secret ?? (same && unseal(same.app_secret_box, SECRETS.appSecret));
  if (!token || !appSecret) {
    const fields = {
      ...(!token && { token: errors.tokenRequired }),
      ...(!appSecret && { app_secret: errors.appSecretRequired }),
    };
    throw new AppError('invalid', { fields });
  }
  const account = input.business_account_id;
  const business_account_id = account === undefined ? (same?.business_account_id ?? null) : account;
  const names = await verifyNumber({ token }, { phone_number_id, business_account_id });
  const connection = await inSharedTransaction(() => {
    const known = selectConnection().get();
    const verifyToken = known && unseal(known.verify_token_box, SECRETS.verifyToken);
    putConnection().run({
      phone_number_id,
      business_account_id,
      ...names,
      token_box: seal(token, SECRETS.token),
      app_secret_box: seal(appSecret, SECRETS.appSecret),
      verify_token_box: seal(verifyToken ?? randomBytes(VERIFY_TOKEN_BYTES).toString('base64url'), SECRETS.verifyToken),
      made_by: actor.id,
      now: new Date().toISOString(),
    });
    const type = known ? 'whatsapp_changed' : 'whatsapp_connected';
    recordAudit({ type, actor, to: names.display_phone_number });
    return requireConnection();
  });
  // Messages may have waited for a valid token.
  retryInBackground({ kind: 'whatsapp', webhook_id: null });
  return connection;
}

const updateMovesNew = query<[{ moves_new: 0 | 1 }], { display_phone_number: string }>(
  'UPDATE whatsapp_connection SET moves_new = :moves_new WHERE id = 1 RETURNING display_phone_number',
);

/** @throws {AppError} `not_found` without a connection. */
export function changeConnection(moves_new: boolean, actor: Actor): Promise<WhatsappConnection> {
  return inSharedTransaction(() => {
    const changed = requireFound(updateMovesNew().get({ moves_new: moves_new ? 1 : 0 }));
    recordAudit({ type: 'whatsapp_changed', actor, to: changed.display_phone_number });
    return requireConnection();
  });
}

const confirmConnection = query<[{ made_by: string }], Pick<ConnectionRow, 'display_phone_number'>>(
  `UPDATE whatsapp_connection SET rests_since = NULL, made_by = :made_by
   WHERE id = 1 AND rests_since IS NOT NULL RETURNING display_phone_number`,
);

/** Ends the connection's rest. Throws AppError `not_found` without one. */
export async function confirmNumber(actor: Actor): Promise<WhatsappConnection> {
  const connection = await inSharedTransaction(() => {
    const confirmed = confirmConnection().get({ made_by: actor.id });
    if (confirmed) recordAudit({ type: 'whatsapp_confirmed', actor, to: confirmed.display_phone_number });
    return requireConnection();
  });
  return connection;
}

const deleteConnection = query<[], { display_phone_number: string }>(
  'DELETE FROM whatsapp_connection WHERE id = 1 RETURNING display_phone_number',
);

/**
 * Disconnects the number: nothing is received or sent any more, and nobody waits for an answer by it. Stored messages
 * stay with their leads.
 * @throws {AppError} `not_found` without a connection.
 */
export function disconnectNumber(actor: Actor): Promise<void> {
  return inSharedTransaction(() => {
    const removed = requireFound(deleteConnection().get());
    recordAudit({ type: 'whatsapp_disconnected', actor, to: removed.display_phone_number });
    endAllWaits(actor.id);
  });
}

function requireConnection(): WhatsappConnection {
  return requireFound(readConnection());
}

const numberSchema = z.object({
  display_phone_number: z.string().min(1).max(40),
  verified_name: z.string().nullish(),
});
const numbersSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

type NumberNames = { display_phone_number: string; verified_name: string | null };

/**
 * Asks the API what the number is called.
 * @throws {GraphError}
 */
async function fetchNumber(access: GraphAccess, phoneNumberId: string): Promise<NumberNames> {
  const answer = await callGraph(access, phoneNumberId, {
    query: { fields: 'display_phone_number,verified_name' },
  });
  const read = numberSchema.safeParse(answer);
  // The id is that of another kind of object.
  if (!read.success) throw new GraphError({ code: UNKNOWN_OBJECT, status: 400 }, read.error);
  const { display_phone_number, verified_name = null } = read.data;
  return { display_phone_number, verified_name: verified_name || null };
}

/** Meta's code for a wrong parameter, and for an id the token gives no access to. */
const UNKNOWN_OBJECT = 100;

/** Checks a number and account with the API. Throws AppError `invalid` naming the field; `busy` without an answer. */
export async function verifyNumber(
  access: GraphAccess,
  { phone_number_id, business_account_id }: { phone_number_id: string; business_account_id: string | null },
): Promise<NumberNames> {
  const names = await asked('phone_number_id', errors.numberUnknown, () => fetchNumber(access, phone_number_id));
  if (business_account_id === null) return names;
  await asked('business_account_id', errors.accountUnknown, async () => {
    const answer = await callGraph(access, `${business_account_id}/phone_numbers`, {
      query: { fields: 'id', limit: '100' },
    });
    const numbers = numbersSchema.safeParse(answer);
    if (!numbers.success || !numbers.data.data.some(({ id }) => id === phone_number_id))
      throw new GraphError({ code: UNKNOWN_OBJECT, status: 400 });
  });
  return names;
}

async function asked<Result>(field: string, unknown: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.isOfToken) throw errorAt('token', errors.tokenRefused, { cause: error });
    if (error.code === UNKNOWN_OBJECT) throw errorAt(field, unknown, { cause: error });
    throw new AppError('busy', { message: errors.unreachable, retryAfterSeconds: 60, cause: error });
  }
}

const HOUR_MS = 3_600_000;

/** Checks the connection now and each hour. Returns a function that stops it. */
export function startConnectionChecks(): () => void {
  const check = () => {
    checkConnection().catch((error: unknown) => log.error({ event: 'whatsapp_check_failed', err: error }));
  };
  const timer = setInterval(check, HOUR_MS);
  timer.unref();
  check();
  return () => clearInterval(timer);
}

const updateNames = query<[Pick<ConnectionRow, 'display_phone_number' | 'verified_name'>]>(
  `UPDATE whatsapp_connection SET display_phone_number = :display_phone_number, verified_name = :verified_name
   WHERE id = 1 AND (display_phone_number, verified_name) IS NOT (:display_phone_number, :verified_name)`,
);

/** Asks the API whether the number still works, and updates its names. An unreachable API changes nothing. */
async function checkConnection(): Promise<void> {
  const access = openConnection();
  if (!access) return;
  try {
    const names = await fetchNumber(access, access.phone_number_id);
    await recordFault(null);
    await inSharedTransaction(() => updateNames().run(names));
  } catch (error) {
    if (!(error instanceof GraphError)) throw error;
    if (error.isOfToken) await recordFault('token');
    else if (error.code === UNKNOWN_OBJECT) await recordFault('number');
    else log.warn({ event: 'whatsapp_unreachable', status: error.status, code: error.code });
  }
}
