import { z } from 'zod';
import { connectionErrors as errors } from '~/shared/strings/whatsapp';
import { AppError } from '../app-error';
import { callGraph, type GraphAccess, GraphError } from './graph';

const numberSchema = z.object({
  display_phone_number: z.string().min(1).max(40),
  verified_name: z.string().nullish(),
});
const numbersSchema = z.object({ data: z.array(z.object({ id: z.string() })) });

export type NumberNames = { display_phone_number: string; verified_name: string | null };

/**
 * Asks the API what the number is called.
 * @throws {GraphError}
 */
export async function askNumber(access: GraphAccess, phoneNumberId: string): Promise<NumberNames> {
  const answer = await callGraph(access, phoneNumberId, {
    query: { fields: 'display_phone_number,verified_name' },
  });
  const read = numberSchema.safeParse(answer);
  // Some other thing of Meta's has that id.
  if (!read.success) throw new GraphError({ code: UNKNOWN_OBJECT, status: 400 }, read.error);
  const { display_phone_number, verified_name = null } = read.data;
  return { display_phone_number, verified_name: verified_name || null };
}

/** Meta's code of a wrong parameter, and of an id that the token does not lead to. */
export const UNKNOWN_OBJECT = 100;

/**
 * Tests what somebody typed, before it is stored.
 * @throws {AppError} `invalid` naming the field; `busy` if the API could not be asked.
 */
export async function tryNumber(
  access: GraphAccess,
  { phone_number_id, business_account_id }: { phone_number_id: string; business_account_id: string | null },
): Promise<NumberNames> {
  const names = await asked('phone_number_id', errors.numberUnknown, () =>
    askNumber(access, phone_number_id),
  );
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
    const refuse = (name: string, message: string) =>
      new AppError('invalid', { message, fields: { [name]: message }, cause: error });
    if (error.isOfToken) throw refuse('token', errors.tokenRefused);
    if (error.code === UNKNOWN_OBJECT) throw refuse(field, unknown);
    throw new AppError('busy', { message: errors.unreachable, retryAfterSeconds: 60, cause: error });
  }
}
