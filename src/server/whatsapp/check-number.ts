import { z } from 'zod';
import { connectionErrors as errors } from '~/shared/strings/whatsapp';
import { AppError, errorAt } from '../app-error';
import { query } from '../database/connection';
import { inSharedTransaction } from '../database/group-commit';
import { log } from '../log';
import { type ConnectionRow, openConnection, recordFault } from './connection';
import { callGraph, type GraphAccess, GraphError } from './graph';

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
