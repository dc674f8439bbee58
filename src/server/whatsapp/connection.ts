import { type Actor, recordAudit } from '../audit/audit';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { unseal } from '../secrets/encryption';
import type { GraphAccess } from './graph';

/** What each secret is sealed for. */
export const SECRETS = {
  token: 'whatsapp:token',
  appSecret: 'whatsapp:app-secret',
  verifyToken: 'whatsapp:verify-token',
};

const selectIsConnected = query<[], { id: number }>(
  'SELECT id FROM whatsapp_connection WHERE id = 1 AND rests_since IS NULL',
);

/** Whether a number is connected, and does not rest. */
export function isConnected(): boolean {
  return selectIsConnected().get() !== undefined;
}

export type ConnectionRow = {
  phone_number_id: string;
  business_account_id: string | null;
  display_phone_number: string;
  verified_name: string | null;
  token_box: Buffer;
  app_secret_box: Buffer;
  verify_token_box: Buffer;
  fault: 'token' | 'number' | null;
  heard_at: string | null;
  moves_new: 0 | 1;
  connected_at: string;
  rests_since: string | null;
  made_by: string | null;
};

const CONNECTION = `
  SELECT phone_number_id, business_account_id, display_phone_number, verified_name, token_box, app_secret_box,
         verify_token_box, fault, heard_at, moves_new, connected_at, rests_since,
         (SELECT name FROM profiles WHERE profiles.id = made_by) AS made_by
  FROM whatsapp_connection WHERE id = 1`;

export const selectConnection = query<[], ConnectionRow>(CONNECTION);

/** Whether the API last refused the connection for good. */
export function isFailing(): boolean {
  return (selectConnection().get()?.fault ?? null) !== null;
}

export type Access = GraphAccess & {
  phone_number_id: string;
  /** Null until entered, or named by a webhook. */
  business_account_id: string | null;
};

/** The one that sends and receives: not while it rests. */
export const selectWorking = query<[], ConnectionRow>(`${CONNECTION} AND rests_since IS NULL`);

/** What API calls need; null without a working connection, or for a lost key's token. Throws AppError `busy` without a key. */
export function openConnection(): Access | null {
  const row = selectWorking().get();
  const token = row && unseal(row.token_box, SECRETS.token);
  if (!row || !token) return null;
  const { phone_number_id, business_account_id } = row;
  return { token, phone_number_id, business_account_id };
}

const updateFault = query<[{ fault: ConnectionRow['fault'] }]>(
  'UPDATE whatsapp_connection SET fault = :fault WHERE id = 1 AND fault IS NOT :fault',
);

/** Stores why the API refuses the connection, for administrators; null if it works. Returns whether it changed. */
export async function recordFault(fault: ConnectionRow['fault']): Promise<boolean> {
  const known = selectConnection().get();
  if (!known || known.fault === fault) return false;
  await inSharedTransaction(() => updateFault().run({ fault }));
  return true;
}

const selectMovesNew = query<[], { id: number }>('SELECT id FROM whatsapp_connection WHERE id = 1 AND moves_new = 1');

/** Whether our first message to a lead turns 'Nuevo' into 'Contactado'. */
export function movesNew(): boolean {
  return selectMovesNew().get() !== undefined;
}

const restConnection = query<
  [{ made_by: string; since: string; now: string }],
  Pick<ConnectionRow, 'display_phone_number'>
>(
  `UPDATE whatsapp_connection SET rests_since = :now
   WHERE made_by = :made_by AND connected_at >= :since AND rests_since IS NULL RETURNING display_phone_number`,
);

/**
 * Lets the connection rest if this person made or changed it since then, in the caller's transaction: nothing is
 * received or sent until an administrator confirms it. Returns its number.
 */
export function restConnectionOf(person: { id: string; email: string }, since: string, actor: Actor | null): string[] {
  const resting = restConnection().all({ made_by: person.id, since, now: new Date().toISOString() });
  const numbers = resting.map(({ display_phone_number }) => display_phone_number);
  for (const number of numbers) recordAudit({ type: 'whatsapp_rested', actor, subject: person, to: number });
  return numbers;
}
