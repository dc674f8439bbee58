import { webhookStrings } from '~/shared/strings/api/webhooks';
import { AppError } from '../app-error';
import { getSettings } from '../env';
import { findAddresses } from '../net/guard';

const PATIENCE_MS = 5000;

/**
 * Refuses an address that this server must not call, or that leads nowhere. The answer is the same for both, so that
 * nobody learns what names mean inside. It is looked at again whenever it is called (send.ts).
 * @throws {AppError} `invalid`.
 */
export async function requireCallable(url: string): Promise<void> {
  const { protocol, hostname } = new URL(url);
  const { promise: timeUp, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('no answer from the name server')), PATIENCE_MS);
  try {
    const found = findAddresses({ protocol, hostname }, { allowance: getSettings().WEBHOOK_ALLOW_PRIVATE });
    await Promise.race([found, timeUp]);
  } catch (cause) {
    const message = webhookStrings.errors.forbidden;
    throw new AppError('invalid', { message, fields: { url: message }, cause });
  } finally {
    clearTimeout(timer);
  }
}
